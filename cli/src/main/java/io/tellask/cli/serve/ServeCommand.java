package io.tellask.cli.serve;

import io.tellask.actor.ActorSystem;
import io.tellask.cli.terminal.CommandFailure;
import io.tellask.cli.terminal.CountConverter;
import io.tellask.cli.terminal.Failures;
import io.tellask.cli.terminal.KeyOption;
import io.tellask.cli.terminal.SecretFile;
import io.tellask.cli.terminal.Termination;
import io.tellask.codec.Codec;
import io.tellask.console.ConsoleSource;
import io.tellask.console.ServerConsole;
import io.tellask.kv.KeyValueGroup;
import io.tellask.kv.KeyValueOptions;
import io.tellask.kv.KeyValueService;
import io.tellask.kv.KeyValueStore;
import io.tellask.kv.RespServer;
import io.tellask.remote.Authenticator;
import io.tellask.remote.PeerMemory;
import io.tellask.remote.Principal;
import io.tellask.remote.Server;
import io.tellask.store.Durability;
import io.tellask.store.RecoveryReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tellask serve}: a key-value server in a directory, until SIGTERM or Ctrl-C. */
@Command(
        name = "serve",
        header = "Serves durable key-value maps that live in a directory.",
        description =
                "SIGTERM and Ctrl-C let calls under way finish, force everything to disk, and end it with exit code 0.%n"
                        + "With a key all maps are encrypted on disk; a directory is served with the key that its maps were made with.")
public final class ServeCommand implements Callable<Integer> {
    private static final Logger LOG = System.getLogger("io.tellask.cli");
    private static final Duration DRAIN = Duration.ofSeconds(5);

    @Option(names = "--dir", required = true, paramLabel = "DIR", description = "Where the maps live; made if missing.")
    private Path directory;

    @Option(
            names = "--listen",
            paramLabel = "URI",
            defaultValue = ListenAddress.DEFAULT,
            converter = ListenAddress.class,
            description =
                    "Where to listen, ${DEFAULT-VALUE} unless given; port 0 takes a free one. An address that other machines"
                            + " reach begins with tls://, wss:// or https://, or has plaintext=true as its query and is not"
                            + " encrypted. any:// takes all of that, and ws:// and http://, at one port.")
    private URI address;

    @Option(
            names = "--durability",
            paramLabel = "KIND",
            defaultValue = "PERIODIC",
            description =
                    "What an acknowledged write survives: BUFFERED (kill -9), PERIODIC (also a power cut 100 ms later, the"
                            + " default), FORCED (a power cut at once).")
    private Durability durability;

    @Mixin
    private KeyOption key = new KeyOption();

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description =
                    "A file whose first line is the token that clients must show; whoever reaches the address may come in unless"
                            + " given. It is read once. Clients of Redis have a password of their own.")
    private @Nullable Path tokenFile;

    @Mixin
    private TlsOption tls = new TlsOption();

    @Mixin
    private PageOption pages = new PageOption();

    @Mixin
    private ConsoleOption console = new ConsoleOption();

    @Mixin
    private ServedPages served = new ServedPages();

    @Mixin
    private ClusterOption cluster = new ClusterOption();

    @Mixin
    private RespOption resp = new RespOption();

    @Option(
            names = "--peer-memory",
            paramLabel = "AMOUNT",
            converter = MemoryAmount.class,
            description =
                    "What all clients together may make the server hold: a share of the heap (30%%, unless given) or a size"
                            + " (64M). Beyond it the connection that holds most is closed.")
    private @Nullable Long peerMemoryBytes;

    @Option(
            names = "--maps",
            paramLabel = "N",
            converter = CountConverter.class,
            description =
                    "Most named maps, 256 unless given: where there are as many, clients cannot make another. Those in the"
                            + " directory are served in any event, so 1 keeps a directory with maps to those.")
    private @Nullable Long maps;

    @Mixin
    private LimitOption limits = new LimitOption();

    @Mixin
    private AllowOption allow = new AllowOption();

    @Option(
            names = "--stop-with-input",
            hidden = true,
            description = "Stop when standard input ends: for a parent process.")
    private boolean stopWithInput;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        cluster.check(spec);
        if (cluster.isGiven() && !spec.commandLine().getParseResult().hasMatchedOption("--listen")) {
            address = cluster.address();
        }
        resp.check(spec, cluster.redisAddress() != null);
        tls.check(address, spec);
        pages.check(address, spec);
        console.check(address, tokenFile != null, spec);
        served.check(address, spec);
        limits.set();
        Codec codec = allow.codec();
        String token = tokenFile == null ? null : SecretFile.read(tokenFile, "token");
        if (peerMemoryBytes != null) {
            PeerMemory.ofProcess().limit(peerMemoryBytes);
        }
        Termination termination = Termination.install();
        try {
            serve(codec, token, termination);
            spec.commandLine().getOut().println("stopped");
            termination.ended(0);
        } finally {
            served.close();
            termination.ended(Failures.EXIT_CODE);
        }
        return 0;
    }

    private void serve(Codec codec, @Nullable String token, Termination termination) throws InterruptedException {
        try (ActorSystem system = ActorSystem.create()) {
            if (cluster.isGiven()) {
                Thread.setDefaultUncaughtExceptionHandler(
                        new LostMemory(Runtime.getRuntime()::halt, Thread.getDefaultUncaughtExceptionHandler()));
                try (KeyValueGroup group = cluster.open(system, directory, durability, options(), token);
                        RespServer redis = resp.start(group, cluster, limits.redis());
                        Server server = start(
                                published(group, newServer(system, group.consoleSource(), token)),
                                codec,
                                group::problems)) {
                    report(group, server, redis);
                    CompletableFuture<Void> failed =
                            group.replica().whenEnded().whenComplete((_, _) -> termination.request());
                    awaitEnd(server, termination);
                    if (failed.isCompletedExceptionally()) {
                        throw new CommandFailure("the member has ended: " + Failures.line(failed.exceptionNow()));
                    }
                }
            } else {
                try (KeyValueService service = KeyValueService.open(system, directory, options());
                        RespServer redis = resp.start(service, limits.redis());
                        Server server = start(
                                newServer(system, service.consoleSource(), token)
                                        .publish(KeyValueStore.PUBLISHED_NAME, KeyValueStore.class, service.store()),
                                codec,
                                List::of)) {
                    report(service, server, redis);
                    awaitEnd(server, termination);
                }
            }
        }
    }

    private Server.Builder published(KeyValueGroup group, Server.Builder builder) {
        group.publishIn(builder);
        return tokenFile != null || isLoopback(address)
                ? group.publishControlIn(builder, directory.resolve("backups"))
                : builder;
    }

    private Server start(Server.Builder builder, Codec codec, Supplier<List<String>> problems) {
        Server server = builder.codec(codec)
                .limits(limits.sessions())
                .publishDirectory()
                .publishHealth()
                .listen(address.toString())
                .start();
        served.started(server, problems);
        return server;
    }

    private void awaitEnd(Server server, Termination termination) throws InterruptedException {
        if (stopWithInput) {
            Thread.ofVirtual().start(() -> awaitInputEnd(termination));
        }
        termination.await();
        server.close(DRAIN);
    }

    private Server.Builder newServer(ActorSystem system, ConsoleSource source, @Nullable String token) {
        Server.Builder builder = Server.builder(system);
        ServerConsole shown = console.console(address, source);
        tls.applyTo(builder, pages, served.service(address, shown));
        served.applyTo(builder);
        if (shown != null) {
            shown.publishIn(builder);
        }
        if (token != null || isLoopback(address)) {
            builder.publishOperations(_ -> true); // who may come in may do everything with the maps as well
        }
        return token == null
                ? builder
                : builder.authenticator(Authenticator.tokens(Map.of(token, Principal.of("client"))));
    }

    /** Whether nobody reaches an address but from this machine. */
    static boolean isLoopback(URI address) {
        InetAddress found = new InetSocketAddress(address.getHost(), 1).getAddress();
        return found != null && found.isLoopbackAddress();
    }

    private KeyValueOptions options() {
        KeyValueOptions options = limits.maps().withDurability(durability).withEncryption(key.key());
        return maps == null ? options : options.withMaps((int) Math.min(Integer.MAX_VALUE, maps));
    }

    private void report(KeyValueService service, Server server, @Nullable RespServer redis) {
        PrintWriter out = spec.commandLine().getOut();
        service.recoveries().forEach((map, recovery) -> {
            for (RecoveryReport.Cut cut : recovery.cuts()) {
                out.println("recovered: map=" + map + ", an incomplete end of " + cut.bytes()
                        + " bytes was dropped: segment=" + cut.segment() + ", offset=" + cut.offset() + ", "
                        + cut.reason());
            }
        });
        reportRedis(redis);
        reportConsole(server);
        out.println("listening on " + server.address() + ", dir=" + directory + ", durability=" + durability);
    }

    private void report(KeyValueGroup group, Server server, @Nullable RespServer redis) {
        served.joined(group);
        reportRedis(redis);
        reportConsole(server);
        spec.commandLine()
                .getOut()
                .println("listening on " + server.address() + ", dir=" + directory + ", " + cluster + ", durability="
                        + (durability == Durability.FORCED ? "FORCED" : "BUFFERED") + " at a majority of "
                        + group.replica().view().voters().size());
    }

    private void reportRedis(@Nullable RespServer redis) {
        if (redis != null) {
            spec.commandLine().getOut().println("listening on " + redis.address() + " for clients of Redis");
        }
    }

    private void reportConsole(Server server) {
        if (console.isShown(address)) {
            spec.commandLine()
                    .getOut()
                    .println("console at " + ConsoleOption.pageOf(server.address(), tls.isEncrypted()));
        }
    }

    private static void awaitInputEnd(Termination termination) {
        try {
            while (System.in.read() >= 0) {
                // whatever a parent writes means nothing
            }
        } catch (IOException broken) {
            LOG.log(Level.DEBUG, "standard input broke, which ends the server as its end would", broken);
        } finally {
            termination.request();
        }
    }
}
