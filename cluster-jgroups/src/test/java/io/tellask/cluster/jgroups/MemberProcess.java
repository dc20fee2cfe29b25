package io.tellask.cluster.jgroups;

import io.tellask.actor.ActorSystem;
import io.tellask.cluster.LogLimits;
import io.tellask.cluster.LogOptions;
import io.tellask.cluster.MapMachine;
import io.tellask.cluster.RemoteStates;
import io.tellask.cluster.Replica;
import io.tellask.cluster.ReplicaClient;
import io.tellask.cluster.ReplicaService;
import io.tellask.netty.TlsTransport;
import io.tellask.remote.Server;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** A member of a group that keeps a map, in a process of its own. */
final class MemberProcess implements AutoCloseable {
    private final Process process;

    private MemberProcess(Process process) {
        this.process = process;
    }

    /**
     * Starts a member and waits until it has joined.
     *
     * @param ports of all members: of the group and of the service, in turns
     */
    static MemberProcess start(String name, Path folder, List<Integer> ports) throws IOException {
        return start(name, folder, ports, "-Xmx96m");
    }

    /** As above, with options of the JVM. */
    static MemberProcess start(String name, Path folder, List<Integer> ports, String... options) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(List.of(options));
        command.addAll(List.of(
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                MemberProcess.class.getName(),
                name,
                folder.toString()));
        ports.forEach(each -> command.add(each.toString()));
        Path errors = folder.resolveSibling(name + ".err");
        Process process =
                new ProcessBuilder(command).redirectError(errors.toFile()).start();
        BufferedReader said =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = said.readLine();
        if (!"joined".equals(line)) {
            process.destroyForcibly();
            process.onExit().join();
            throw new IOException("member " + name + " said " + line + ", and of errors:\n" + Files.readString(errors));
        }
        return new MemberProcess(process);
    }

    long pid() {
        return process.pid();
    }

    /** With signal 9. */
    void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    void signal(String name) {
        try {
            Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid())).start();
            if (!kill.waitFor(10, TimeUnit.SECONDS) || kill.exitValue() != 0) {
                throw new IllegalStateException("signal " + name + " was not sent");
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    @Override
    public void close() {
        kill();
    }

    static Map<String, URI> services(List<Integer> ports) {
        Map<String, URI> services = new TreeMap<>();
        for (int i = 0; i < ports.size(); i += 2) {
            services.put(name(i / 2), URI.create("tellask://127.0.0.1:" + ports.get(i + 1)));
        }
        return services;
    }

    static String name(int number) {
        return "m" + number;
    }

    private static LogOptions secured(LogOptions options) {
        String chain = System.getProperty("chain");
        if (chain == null) {
            return options;
        }
        TlsTransport tls = TlsTransport.builder()
                .certificate(Path.of(chain), Path.of(System.getProperty("key")))
                .trust(Path.of(System.getProperty("trust")))
                .build();
        return options.withTls(tls::mutualContext);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    public static void main(String[] arguments) throws Exception {
        String self = arguments[0];
        Path folder = Path.of(arguments[1]);
        List<Integer> ports =
                List.of(arguments).stream().skip(2).map(Integer::valueOf).toList();
        Map<String, InetSocketAddress> members = new TreeMap<>();
        for (int i = 0; i < ports.size(); i += 2) {
            members.put(name(i / 2), new InetSocketAddress(InetAddress.getLoopbackAddress(), ports.get(i)));
        }
        ActorSystem system = ActorSystem.create();
        MapMachine machine = MapMachine.open(self, folder.resolve("state"), new RemoteStates(system, services(ports)));
        LogOptions options = LogOptions.of("map", self, members, folder.resolve("log"))
                .withSilence(Duration.ofSeconds(1))
                .withLimits(LogLimits.defaults().withSnapshotBytes(64 << 10));
        Replica replica = Replica.open(new JGroupsEngine(), secured(options), machine);
        Server.builder(system)
                .publish(ReplicaClient.NAME, ReplicaService.class, replica.service(system))
                .listen(Objects.requireNonNull(services(ports).get(self)))
                .start();
        System.out.println("joined");
        System.in.read(); // until the parent has ended
        Runtime.getRuntime().halt(0);
    }
}
