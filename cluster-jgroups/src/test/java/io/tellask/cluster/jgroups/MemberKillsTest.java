package io.tellask.cluster.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.ActorSystem;
import io.tellask.cluster.FreePorts;
import io.tellask.cluster.ReplicaClient;
import io.tellask.cluster.ReplicaService;
import io.tellask.cluster.ReplicatedMap;
import io.tellask.remote.Client;
import io.tellask.test.Rounds;
import io.tellask.test.Seed;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills members with signal 9 and has them stand still, one at a time, while clients write and read: each command is applied once, nothing that
 * was acknowledged is lost, and who reads after an acknowledgement sees it.
 */
class MemberKillsTest {
    private static final int MEMBERS = 3;
    private static final int WRITERS = 3;
    private static final int STEPS = 20; // of each writer, between two kills
    private static final int ROUNDS = Rounds.of(2, 200);

    @TempDir
    private Path folder;

    private final AtomicIntegerArray acknowledged = new AtomicIntegerArray(WRITERS);
    private final AtomicBoolean ends = new AtomicBoolean();
    private final ConcurrentLinkedQueue<String> violations = new ConcurrentLinkedQueue<>();
    private final List<MemberProcess> members = new ArrayList<>();
    private final List<Integer> ports = new ArrayList<>();
    private String lastDone = "nothing";

    @Test
    @Timeout(value = 60, unit = TimeUnit.MINUTES)
    void nothingAcknowledgedIsLostAndNothingIsAppliedTwice() throws Exception {
        ports.addAll(FreePorts.take(2 * MEMBERS));
        SplittableRandom random = new SplittableRandom(Seed.given());
        try (ActorSystem system = ActorSystem.create()) {
            startAll();
            Phaser running = new Phaser(1);
            List<ReplicaClient> clients = new ArrayList<>();
            for (int writer = 0; writer < WRITERS; writer++) {
                ReplicaClient client = ReplicaClient.of(system, MemberProcess.services(ports), Duration.ofMinutes(2));
                clients.add(client);
                write(writer, ReplicatedMap.of(client, String.class, Integer.class), running);
            }
            for (int round = 0; round < ROUNDS && violations.isEmpty(); round++) {
                awaitSteps();
                disturb(random);
            }
            awaitSteps();
            ends.set(true);
            running.arriveAndAwaitAdvance();
            assertThat(violations).isEmpty();
            compare(ReplicatedMap.of(clients.getFirst(), String.class, Integer.class));
            clients.forEach(ReplicaClient::close);
        } finally {
            members.forEach(MemberProcess::close);
        }
    }

    private void startAll() throws Exception {
        for (int i = 0; i < MEMBERS; i++) {
            members.add(start(i));
        }
    }

    private MemberProcess start(int number) throws Exception {
        return MemberProcess.start(
                MemberProcess.name(number), Files.createDirectories(folder.resolve(MemberProcess.name(number))), ports);
    }

    private void write(int writer, ReplicatedMap<String, Integer> map, Phaser running) {
        running.register();
        Thread.ofVirtual().start(() -> {
            SplittableRandom random = new SplittableRandom(writer);
            try {
                for (int step = 1; !ends.get(); step++) {
                    if (!map.putIfAbsent(key(writer, step), step).join()) {
                        violations.add("applied twice: " + key(writer, step));
                    }
                    acknowledged.set(writer, step);
                    int other = random.nextInt(WRITERS);
                    int seen = acknowledged.get(other);
                    if (seen > 0
                            && map.get(key(other, random.nextInt(1, seen + 1))).join() == null) {
                        violations.add("not seen after it was acknowledged: one of " + key(other, seen));
                    }
                }
            } catch (Throwable failure) {
                violations.add(failure.toString());
            } finally {
                running.arriveAndDeregister();
            }
        });
    }

    private static String key(int writer, int step) {
        return "w" + writer + "-" + step;
    }

    private String views() {
        StringBuilder views = new StringBuilder();
        try (ActorSystem system = ActorSystem.create()) {
            for (Map.Entry<String, URI> each : MemberProcess.services(ports).entrySet()) {
                views.append(each.getKey()).append(' ');
                try {
                    views.append(Client.connect(system, each.getValue())
                            .lookup(ReplicaClient.NAME, ReplicaService.class)
                            .view()
                            .orTimeout(5, TimeUnit.SECONDS)
                            .join());
                } catch (RuntimeException failure) {
                    views.append(failure);
                }
                views.append("; ");
            }
        }
        return views.toString();
    }

    private void awaitSteps() {
        int[] from = new int[WRITERS];
        for (int i = 0; i < WRITERS; i++) {
            from[i] = acknowledged.get(i);
        }
        for (int i = 0; i < WRITERS; i++) {
            long begin = System.nanoTime();
            while (acknowledged.get(i) < from[i] + STEPS && violations.isEmpty()) {
                if (System.nanoTime() - begin > TimeUnit.MINUTES.toNanos(1)) {
                    violations.add("no progress of writer " + i + " after " + lastDone + ", views: " + views());
                }
                Thread.onSpinWait();
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    private void disturb(SplittableRandom random) throws Exception {
        int victim = random.nextInt(MEMBERS);
        MemberProcess member = members.get(victim);
        if (random.nextInt(3) == 0) {
            lastDone = "stop of m" + victim;
            member.signal("STOP");
            awaitSteps(); // the others go on
            lastDone = "going on of m" + victim;
            member.signal("CONT");
        } else {
            lastDone = "kill of m" + victim;
            member.kill();
            if (random.nextBoolean()) {
                awaitSteps();
            }
            lastDone = "new start of m" + victim;
            members.set(victim, start(victim));
        }
    }

    private void compare(ReplicatedMap<String, Integer> map) {
        long all = 0;
        for (int writer = 0; writer < WRITERS; writer++) {
            int last = acknowledged.get(writer);
            all += last;
            for (int step = 1; step <= last; step++) {
                assertThat(map.get(key(writer, step)).join()).isEqualTo(step);
            }
        }
        assertThat(map.size().join()).isEqualTo(all);
    }
}
