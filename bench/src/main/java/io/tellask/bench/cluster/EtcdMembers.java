package io.tellask.bench.cluster;

import io.tellask.bench.spi.Commands;
import io.tellask.bench.spi.Scratch;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Starts the three members of an {@code etcd}, and ends them with itself. It forces its files before it answers; where the contender's name ends in
 * {@code -memory}, they lie in the memory of the system, where that costs nothing.
 */
public final class EtcdMembers {
    private static final Path MEMORY = Path.of("/dev/shm");
    private static final int ATTEMPTS = 200;
    private static final int MILLIS_BETWEEN = 50;

    private EtcdMembers() {}

    /** Arguments: those of {@link MemberPlace#of}. Says {@code joined} and the process of each member. */
    public static void main(String[] args) {
        Commands.run(args, words -> open(MemberPlace.of(words), words[0].endsWith("-memory")));
    }

    private static Commands.Opened open(MemberPlace place, boolean isInMemory) throws Exception {
        Path folder = isInMemory ? Files.createTempDirectory(MEMORY, "tellask-bench-") : place.folder();
        List<Process> members = new ArrayList<>();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(members, folder, isInMemory)));
        String all = IntStream.range(0, place.ports().size() / 2)
                .mapToObj(i -> MemberPlace.name(i) + "=" + url(place.ports().get(2 * i)))
                .collect(Collectors.joining(","));
        for (int i = 0; i < place.ports().size() / 2; i++) {
            members.add(start(i, folder, place, all));
        }
        for (int i = 0; i < members.size(); i++) {
            awaitListening(members.get(i), place.ports().get(2 * i + 1));
        }
        String processes = members.stream().map(each -> " " + each.pid()).collect(Collectors.joining());
        return new Commands.Opened("joined" + processes, none -> "");
    }

    private static String url(int port) {
        return "http://127.0.0.1:" + port;
    }

    private static Process start(int number, Path folder, MemberPlace place, String all) throws IOException {
        String name = MemberPlace.name(number);
        String peers = url(place.ports().get(2 * number));
        String clients = url(place.ports().get(2 * number + 1));
        try {
            return new ProcessBuilder(
                            "etcd",
                            "--name",
                            name,
                            "--data-dir",
                            folder.resolve(name + ".etcd").toString(),
                            "--listen-peer-urls",
                            peers,
                            "--initial-advertise-peer-urls",
                            peers,
                            "--listen-client-urls",
                            clients,
                            "--advertise-client-urls",
                            clients,
                            "--initial-cluster",
                            all,
                            "--log-level",
                            "error")
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            throw new IOException("etcd is not installed: " + e.getMessage(), e);
        }
    }

    private static void awaitListening(Process member, int port) throws IOException, InterruptedException {
        for (int attempt = 0; attempt < ATTEMPTS && member.isAlive(); attempt++) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                socket.getPort();
                return;
            } catch (IOException expected) {
                TimeUnit.MILLISECONDS.sleep(MILLIS_BETWEEN);
            }
        }
        throw new IOException("etcd does not listen: port=" + port);
    }

    private static void end(List<Process> members, Path folder, boolean isInMemory) {
        members.forEach(each -> each.destroyForcibly().onExit().join());
        if (isInMemory) {
            Scratch.delete(folder);
        }
    }
}
