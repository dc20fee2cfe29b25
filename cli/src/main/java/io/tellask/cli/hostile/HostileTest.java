package io.tellask.cli.hostile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Attacks a server process, one kind of attack after the other or several at once, while well-behaved clients use it, and judges it after each: it is
 * up and answers on both ports, nobody saw a wrong value or an error or waited for long, memory, sockets and threads are as before, and the log is
 * short. A server that failed is replaced, so that the next kind meets a fresh one. Used by one thread.
 */
public final class HostileTest implements AutoCloseable {
    private static final long LONGEST_SETTLE_NANOS = TimeUnit.SECONDS.toNanos(240);
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long WARM_UP_NANOS = TimeUnit.MILLISECONDS.toNanos(700);
    private static final int EXTRA_DESCRIPTORS = 16;

    /** More than the well-behaved clients send within half a second. */
    private static final int EXTRA_COMMANDS = 20_000;

    private static final int EXTRA_THREADS = 24;

    /** What well-behaved clients may hold more at one moment than at another. */
    private static final long EXTRA_PEER_BYTES = 512 << 10;

    private final Path folder;
    private final AttackBounds bounds;
    private final SplittableRandom random;
    private int servers;
    private @Nullable ServerUnderAttack server;
    private @Nullable Bystanders bystanders;
    private @Nullable ServerVitals atRest;

    /**
     * @param folder where stores and logs go
     * @param seed decides whatever is left to chance
     */
    public HostileTest(Path folder, AttackBounds bounds, long seed) {
        this.folder = folder;
        this.bounds = bounds;
        random = new SplittableRandom(seed);
    }

    /** Runs kinds of attack at the same time, and judges. */
    public Verdict run(List<AttackKind> kinds, long millis) throws IOException, InterruptedException {
        ServerUnderAttack target = server();
        Bystanders users = Objects.requireNonNull(bystanders);
        long logged = target.logBytes();
        BystanderReport _ = users.takeReport();
        List<String> failures = new ArrayList<>();
        AttackTally tally = attack(target, kinds, millis, failures);
        BystanderReport report = users.takeReport();
        Judgement judgement = new Judgement(target, failures, report);
        judgement.judge(logged);
        List<String> names = kinds.stream().map(AttackKind::name).toList();
        Verdict verdict = new Verdict(
                names,
                millis,
                tally,
                report,
                Objects.requireNonNull(atRest),
                judgement.after,
                target.logBytes() - logged,
                failures.isEmpty() ? "" : ServerUnderAttack.tail(target.logSince(logged)),
                List.copyOf(failures));
        if (!verdict.isPassed()) {
            closeServer();
        }
        return verdict;
    }

    private ServerUnderAttack server() throws IOException, InterruptedException {
        ServerUnderAttack running = server;
        if (running == null) {
            Path place = Files.createDirectory(folder.resolve("server" + servers++));
            running = ServerUnderAttack.start(place, bounds.heap());
            server = running;
            TargetData.prepare(running);
            bystanders = Bystanders.of(running);
            LockSupport.parkNanos(WARM_UP_NANOS); // what a first use leaves behind for good is no leak
            BystanderReport _ = bystanders.takeReport();
            atRest = ServerVitals.of(running);
        }
        return running;
    }

    private AttackTally attack(ServerUnderAttack target, List<AttackKind> kinds, long millis, List<String> failures)
            throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        List<Callable<AttackTally>> attacks = new ArrayList<>();
        for (AttackKind kind : kinds) {
            int most = Math.min(bounds.connections(), kind.connections());
            AttackContext setting = new AttackContext(target, most, deadline, random.split());
            attacks.add(() -> kind.attack().run(setting));
        }
        AttackTally all = new AttackTally();
        try (ExecutorService threads = Executors.newThreadPerTaskExecutor(
                Thread.ofPlatform().daemon().name("tellask-attack-", 0).factory())) {
            for (Future<AttackTally> done : threads.invokeAll(attacks)) {
                all.add(done.get());
            }
        } catch (ExecutionException failed) {
            failures.add("the attack itself failed: " + failed.getCause());
        }
        return all;
    }

    /** What is wrong with a server after an attack. */
    private final class Judgement {
        private final ServerUnderAttack target;
        private final List<String> failures;
        private final BystanderReport report;
        private final long settleNanos = TimeUnit.MILLISECONDS.toNanos(bounds.settleMillis());
        private final ServerVitals before = Objects.requireNonNull(atRest);

        @Nullable
        ServerVitals after;

        Judgement(ServerUnderAttack target, List<String> failures, BystanderReport report) {
            this.target = target;
            this.failures = failures;
            this.report = report;
        }

        void judge(long logged) throws IOException, InterruptedException {
            judgeBystanders();
            if (target.isAlive()) {
                judgeVitals();
            }
            if (!target.isAlive()) {
                failures.add("the server process has ended");
            }
            long bytes = target.logBytes() - logged;
            if (bytes > bounds.logBytes()) {
                failures.add("log: bytes=" + bytes + " > logBytes=" + bounds.logBytes());
            }
            if (target.logSince(logged).contains("OutOfMemoryError")) {
                failures.add("the heap was exhausted: OutOfMemoryError is in the log");
            }
        }

        private void judgeBystanders() {
            if (report.faults() + report.wrongValues() > 0) {
                failures.add("well-behaved clients met faults=" + report.faults() + ", wrong values="
                        + report.wrongValues() + ": " + report.texts());
            }
            double slowest = report.millis(0.99);
            if (slowest > bounds.slowestMillis()) {
                BystanderReport client = report.slowest(0.99);
                failures.add("a well-behaved client waited: client=" + client.name() + ", turns=" + client.turns()
                        + ", p99=" + Math.round(slowest) + " ms > slowestMillis=" + bounds.slowestMillis());
            }
        }

        private void judgeVitals() throws InterruptedException {
            try {
                awaitDescriptors();
                long deadline = System.nanoTime() + settleNanos;
                ServerVitals now = ServerVitals.of(target);
                while (isTooMuch(now) && System.nanoTime() - deadline < 0) {
                    LockSupport.parkNanos(LOOK_AGAIN_NANOS);
                    now = ServerVitals.of(target);
                }
                after = now;
                compare(now);
            } catch (IOException silent) {
                failures.add(String.valueOf(silent.getMessage()));
            }
        }

        /** What attackers sent before they left is executed first, so this waits on as long as that goes on, or connections end. */
        private void awaitDescriptors() throws IOException {
            long now = System.nanoTime();
            long longest = now + LONGEST_SETTLE_NANOS;
            long deadline = now + settleNanos;
            long lookAgain = now + LOOK_AGAIN_NANOS;
            long fewest = Long.MAX_VALUE;
            long commands = Long.MAX_VALUE;
            long open = ServerVitals.descriptors(target.pid());
            while (open > before.descriptors() + EXTRA_DESCRIPTORS && now - deadline < 0 && now - longest < 0) {
                if (open < fewest) {
                    fewest = open;
                    deadline = now + settleNanos;
                }
                if (now - lookAgain >= 0) {
                    long executed = ServerVitals.commands(target);
                    deadline = executed - commands > EXTRA_COMMANDS ? now + settleNanos : deadline;
                    commands = executed;
                    lookAgain = now + LOOK_AGAIN_NANOS;
                }
                LockSupport.parkNanos(POLL_NANOS);
                open = ServerVitals.descriptors(target.pid());
                now = System.nanoTime();
            }
        }

        private boolean isTooMuch(ServerVitals now) {
            return now.liveBytes() - before.liveBytes() > bounds.growthBytes()
                    || now.descriptors() > before.descriptors() + EXTRA_DESCRIPTORS
                    || now.threadCount() > before.threadCount() + EXTRA_THREADS
                    || now.peerBytes() > before.peerBytes() + EXTRA_PEER_BYTES;
        }

        private void compare(ServerVitals now) throws IOException, InterruptedException {
            if (now.liveBytes() - before.liveBytes() > bounds.growthBytes()) {
                failures.add("heap: live bytes=" + now.liveBytes() + " after, " + before.liveBytes()
                        + " before, growthBytes=" + bounds.growthBytes() + "; largest: " + now.largestClasses()
                        + keepHeapDump());
            }
            if (now.descriptors() > before.descriptors() + EXTRA_DESCRIPTORS) {
                failures.add("descriptors=" + now.descriptors() + " after, " + before.descriptors() + " before");
            }
            if (now.threadCount() > before.threadCount() + EXTRA_THREADS) {
                failures.add("threads=" + now.threads() + " after, " + before.threads() + " before");
            }
            if (now.peerBytes() > before.peerBytes() + EXTRA_PEER_BYTES) {
                failures.add("held for peers: bytes=" + now.peerBytes() + " after, " + before.peerBytes() + " before");
            }
            List<String> lost = now.lostSince(before);
            if (!lost.isEmpty()) {
                failures.add("threads lost: " + lost);
            }
        }

        private String keepHeapDump() throws IOException, InterruptedException {
            if (bounds.heapDumps() == null) {
                return "";
            }
            Path file = Files.createDirectories(bounds.heapDumps()).resolve("server-" + target.pid() + ".hprof");
            ServerVitals.dumpHeap(target, file);
            return "; heap dump: " + file;
        }
    }

    private void closeServer() throws IOException, InterruptedException {
        if (bystanders != null) {
            bystanders.close();
            bystanders = null;
        }
        if (server != null) {
            server.close();
            server = null;
        }
    }

    /** Kills the server. */
    @Override
    public void close() throws IOException, InterruptedException {
        closeServer();
    }
}
