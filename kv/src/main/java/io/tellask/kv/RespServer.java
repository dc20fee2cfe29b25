package io.tellask.kv;

import io.tellask.actor.Dispatcher;
import io.tellask.actor.IoLoops;
import io.tellask.kv.resp.Acceptor;
import io.tellask.kv.resp.client.CommandTable;
import io.tellask.kv.resp.client.Engine;
import io.tellask.kv.resp.command.Commands;
import io.tellask.kv.resp.command.GroupCommands;
import io.tellask.kv.resp.command.GroupPipeline;
import io.tellask.kv.resp.database.EngineSettings;
import io.tellask.netty.NettyLoopProvider;
import io.tellask.netty.TcpTransport;
import io.tellask.remote.Receiver;
import io.tellask.remote.Transport;
import io.tellask.remote.Wire;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A server for clients of Redis, RESP2 and RESP3, over numbered databases in a key-value service's directory; {@code docs/RESP.md} lists
 * the commands.
 *
 * <p>All commands run one after the other on one I/O loop of the server's own, so that each is atomic, and MULTI is too. A database is one
 * durable map; what a transaction, MSET or DEL of several keys writes is one record of it. The named maps of the service are not visible
 * here. Thread-safe.
 */
public final class RespServer implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final IoLoops loops;
    private final Engine engine;
    private final Transport.Listener listener;

    private RespServer(IoLoops loops, Engine engine, Transport.Listener listener) {
        this.loops = loops;
        this.engine = engine;
        this.listener = listener;
    }

    /**
     * Opens the databases and begins to listen.
     *
     * @param service whose directory, durability and store limits the databases have; it must be closed after this server
     * @throws io.tellask.remote.TransportException if the address cannot be listened to
     * @throws io.tellask.store.StoreException if a database cannot be opened for another reason than its files: those are in {@link #damages}
     */
    public static RespServer start(KeyValueService service, RespOptions options) {
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(service, "service");
        return start(settings(service, options), options, Commands.table(), null);
    }

    /**
     * Begins to listen for clients of Redis Cluster, whose keys the group has: {@code docs/RESP.md} lists the commands.
     *
     * @param group the member; it must be closed after this server
     * @param options of which the number of databases does not count
     * @param addresses where such clients reach each member, by its name
     * @throws IllegalArgumentException if a member has no address
     * @throws io.tellask.remote.TransportException if the address cannot be listened to
     */
    public static RespServer start(KeyValueGroup group, RespOptions options, Map<String, URI> addresses) {
        Objects.requireNonNull(group, "group");
        Objects.requireNonNull(options, "options");
        if (!Objects.requireNonNull(addresses, "addresses").keySet().equals(group.members())) {
            throw new IllegalArgumentException("resp: addresses=" + addresses.keySet() + " are not those of members="
                    + group.members() + "; give each member one");
        }
        EngineSettings settings = new EngineSettings(
                Path.of(""), 0, KeyValueOptions.defaults(), options.limits(), options.memory(), options.password());
        RespGroup link = new RespGroup(group.replica(), addresses);
        return start(settings, options, GroupCommands.table(link), link);
    }

    private static RespServer start(
            EngineSettings settings, RespOptions options, CommandTable commands, @Nullable RespGroup group) {
        IoLoops loops = new NettyLoopProvider().open(1, "tellask-resp");
        try {
            Dispatcher loop = loops.all().getFirst();
            Engine engine = new Engine(settings, commands, loop, InstantSource.system());
            if (group != null) {
                engine.joins(group, new GroupPipeline(group));
            }
            try {
                Function<Wire, Receiver> accept = new Acceptor(engine)::accept;
                Transport.Listener listener = new TcpTransport().listen(URI.create(options.address()), loops, accept);
                warnOfPlaintext(options);
                engine.listensOn(
                        listener.address().getHost() + ":" + listener.address().getPort());
                return new RespServer(loops, engine, listener);
            } catch (RuntimeException | Error failure) {
                engine.close();
                throw failure;
            }
        } catch (RuntimeException | Error failure) {
            loops.close(PATIENCE);
            throw failure;
        }
    }

    private static void warnOfPlaintext(RespOptions options) {
        if (options.password() == null && options.address().endsWith("plaintext=true")) {
            System.getLogger("io.tellask.kv")
                    .log(
                            System.Logger.Level.WARNING,
                            "resp: address=" + options.address()
                                    + " is not encrypted and asks for no password, whoever reaches it may read and change"
                                    + " everything; set a password, or listen on 127.0.0.1");
        }
    }

    private static EngineSettings settings(KeyValueService service, RespOptions options) {
        return new EngineSettings(
                service.path(),
                options.databases(),
                service.options(),
                options.limits(),
                options.memory(),
                options.password());
    }

    /** Which databases are not served since their files are damaged, one line each with what to do; their commands are refused. */
    public List<String> damages() {
        return engine.damages();
    }

    /** Where clients connect: as listened to, with the real port where port 0 was asked for. */
    public URI address() {
        return listener.address();
    }

    /** Ends listening, closes the connections, and closes the databases, which forces them to disk. */
    @Override
    public void close() {
        listener.close();
        CompletableFuture<Void> ended = new CompletableFuture<>();
        loops.all().getFirst().execute(() -> {
            try {
                engine.disconnect();
            } finally {
                ended.complete(null);
            }
        });
        ended.join();
        loops.close(PATIENCE);
        engine.close();
    }
}
