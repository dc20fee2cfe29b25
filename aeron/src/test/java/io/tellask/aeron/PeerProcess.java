package io.tellask.aeron;

import io.tellask.actor.IoLoops;
import io.tellask.netty.NettyLoopProvider;
import io.tellask.remote.Receiver;
import io.tellask.remote.Transport;
import io.tellask.remote.TransportException;
import io.tellask.remote.Wire;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Another process that listens or connects: prints one line, then waits for the end of its input. */
final class PeerProcess implements AutoCloseable {
    static final String FLAG = "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED";

    /** Of the peers and of those who talk to them: as short as a busy machine allows, since tests wait for it. */
    static final Duration PEER_TIMEOUT = Duration.ofSeconds(5);

    private final Process process;
    final String line;

    private PeerProcess(Process process, String line) {
        this.process = process;
        this.line = line;
    }

    /** {@code what} is listen or connect. */
    static PeerProcess start(String what, URI address, String... options) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:TieredStopAtLevel=1"); // starts quickly, for what does not live long
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(PeerProcess.class.getName(), what, address.toString()));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader output = process.inputReader();
        String line = output.readLine();
        return new PeerProcess(process, line == null ? "ended at once" : line);
    }

    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Ends it as programs end, and waits for that. */
    boolean end() throws IOException, InterruptedException {
        process.outputWriter().close();
        return process.waitFor(20, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    public static void main(String[] arguments) throws Exception {
        IoLoops loops = new NettyLoopProvider().open(1, "peer");
        URI address = URI.create(arguments[1]);
        Transport transport = AeronTransport.builder().peerTimeout(PEER_TIMEOUT).build();
        System.out.println(outcome(arguments[0], transport, address, loops));
        System.out.flush();
        while (System.in.read() >= 0) {
            continue; // until the other process closes it
        }
        loops.close(Duration.ofSeconds(1));
    }

    private static String outcome(String what, Transport transport, URI address, IoLoops loops) throws Exception {
        try {
            if (what.equals("listen")) {
                return "listens at "
                        + transport.listen(address, loops, PeerProcess::echo).address();
            }
            CompletableFuture<String> outcome = new CompletableFuture<>();
            transport.connect(
                    address,
                    loops.all().getFirst(),
                    wire -> {
                        outcome.complete("connected");
                        return echo(wire);
                    },
                    failure -> outcome.complete(failure.problem() + " " + failure.getMessage()));
            return outcome.get(30, TimeUnit.SECONDS);
        } catch (TransportException failure) {
            return failure.problem() + " " + failure.getMessage();
        }
    }

    private static Receiver echo(Wire wire) {
        return new TestReceiver(wire, wire::send);
    }
}
