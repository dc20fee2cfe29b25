package io.tellask.bench.cluster;

import io.tellask.bench.harness.ChildProcess;
import io.tellask.bench.harness.Contender;
import io.tellask.bench.harness.UnavailableException;
import io.tellask.bench.spi.Scratch;
import io.tellask.bench.spi.Usage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The processes of a contender in one turn: three members on loopback, or a single server, and who calls them. Used by one thread. */
final class Group implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final int MEMBERS = 3;
    private static final int LEAST_PORT = 15_000;
    private static final int MOST_PORT = 30_000;
    private static final int LOOKS = 600;
    private static final int MILLIS_BETWEEN = 50;

    private final Contender contender;
    private final List<Integer> ports = freePorts();
    private final Path folder;
    private final List<@Nullable ChildProcess> members = new ArrayList<>();
    private final List<ProcessHandle> servers = new ArrayList<>(); // whose CPU time is that of the members
    private @Nullable ChildProcess caller;

    private Group(Contender contender) throws IOException {
        this.contender = contender;
        folder = Scratch.create();
    }

    /** Starts all of a contender; one with a single class has its load where it leads. */
    static Group start(Contender contender) throws IOException, InterruptedException {
        Group group = new Group(contender);
        try {
            group.start();
            return group;
        } catch (UnavailableException | IOException | InterruptedException failure) {
            group.close();
            throw failure;
        }
    }

    private void start() throws IOException, InterruptedException {
        if (contender.mains().getFirst().endsWith("EtcdMembers")) {
            ChildProcess all = process(0);
            members.add(all);
            Stream.of(all.await("joined", PATIENCE).split(" "))
                    .map(pid -> ProcessHandle.of(Long.parseLong(pid)).orElseThrow())
                    .forEach(servers::add);
        } else {
            int processes = contender.mains().getFirst().endsWith("SingleServer") ? 1 : MEMBERS;
            for (int i = 0; i < processes; i++) {
                members.add(process(i));
            }
            for (ChildProcess each : members) {
                Objects.requireNonNull(each).await("joined", PATIENCE);
                servers.add(each.handle());
            }
        }
        if (contender.mains().size() == 1) {
            return;
        }
        List<String> words = new ArrayList<>(
                List.of(CallerProcess.class.getName(), contender.mains().getLast()));
        IntStream.range(0, MEMBERS).forEach(i -> words.add("127.0.0.1:" + ports.get(2 * i + 1)));
        caller = contender.startBesideOwn(words.toArray(String[]::new));
        caller.await("ready", PATIENCE);
    }

    private ChildProcess process(int number) throws IOException {
        List<String> words = new ArrayList<>(List.of(
                contender.mains().getFirst(),
                contender.name(),
                "" + number,
                folder.toString(),
                "" + contender.name().endsWith("-forced")));
        ports.forEach(each -> words.add(each.toString()));
        return contender.startBesideOwn(words.toArray(String[]::new));
    }

    /** Who answers commands of a {@link Load}. */
    ChildProcess load() throws InterruptedException {
        return caller == null ? Objects.requireNonNull(members.get(leader())) : caller;
    }

    /** CPU time and bytes of all members so far. */
    Usage ofMembers() {
        return servers.stream().map(Usage::of).reduce(Usage.NONE, Usage::plus);
    }

    /** What the caller has used so far; nothing where it is a member. */
    Usage ofCaller() {
        return caller == null ? Usage.NONE : Usage.of(caller.handle());
    }

    /** The member that leads, waiting until there is one. */
    int leader() throws InterruptedException {
        for (int look = 0; look < LOOKS; look++) {
            for (int i = 0; i < members.size(); i++) {
                ChildProcess member = members.get(i);
                if (member != null && member.ask("leads", "leads", PATIENCE).equals("true")) {
                    return i;
                }
            }
            TimeUnit.MILLISECONDS.sleep(MILLIS_BETWEEN);
        }
        throw new UnavailableException(contender.name() + ": no member leads");
    }

    ChildProcess member(int number) {
        return Objects.requireNonNull(members.get(number));
    }

    /** Starts a member again that has ended or is to, with what its folder has. */
    void restart(int number) throws IOException, InterruptedException {
        ChildProcess before = member(number);
        members.set(number, null);
        before.close();
        ChildProcess again = process(number);
        members.set(number, again);
        again.await("joined", PATIENCE);
    }

    /** Ports that are free, and that the system gives to nobody while a member is away: below those that it chooses itself. */
    private static List<Integer> freePorts() {
        List<Integer> ports = new ArrayList<>();
        for (int look = 0; look < LOOKS && ports.size() < 2 * MEMBERS; look++) {
            int port = ThreadLocalRandom.current().nextInt(LEAST_PORT, MOST_PORT);
            if (!ports.contains(port) && isFree(port)) {
                ports.add(port);
            }
        }
        if (ports.size() < 2 * MEMBERS) {
            throw new UnavailableException("no free ports: from=" + LEAST_PORT + ", to=" + MOST_PORT);
        }
        return ports;
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }

    @Override
    public void close() {
        if (caller != null) {
            caller.close();
        }
        for (ChildProcess each : members) {
            if (each != null) {
                each.close();
            }
        }
        Scratch.delete(folder);
    }
}
