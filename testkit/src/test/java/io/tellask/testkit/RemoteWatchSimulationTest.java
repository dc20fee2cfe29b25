package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.actor.StopReason;
import io.tellask.remote.Client;
import io.tellask.remote.Limits;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.Server;
import io.tellask.test.Rounds;
import io.tellask.test.Seed;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Actors that stop while others watch them from afar, by any reason and at any time, over connections that break, stall and repeat: each watch is told exactly
 * once, with the reason of its actor, or that the session is over; one that was taken back is told nothing.
 */
@Timeout(60 * 60)
class RemoteWatchSimulationTest {
    private static final int SESSIONS = Rounds.of(100, 10_000);
    private static final int STEPS = 120;
    private static final URI ADDRESS = URI.create("memory://inn");
    private static final List<StopReason> REASONS = List.of(
            StopReason.REQUESTED,
            StopReason.FAILED,
            StopReason.PARENT_STOPPED,
            StopReason.IDLE,
            StopReason.SYSTEM_CLOSED);

    /** Is watched. */
    public interface Guest {
        Promise<Integer> number();
    }

    /** Hands guests out. */
    public interface Inn {
        Promise<Guest> guest(int number);
    }

    /** Watches. */
    public interface Watcher {
        void watch(Object reference, Watch watch);
    }

    private final class WatcherActor extends Actor implements Watcher {
        @Override
        public void watch(Object reference, Watch watch) {
            watch.begin(system(), reference);
        }
    }

    /** One watch, and what it was told. */
    private static final class Watch {
        private final int guest;
        private final List<Object> told = new ArrayList<>();
        private Promise<StopReason> promise;
        private boolean mayBeUntold;

        Watch(int guest) {
            this.guest = guest;
        }

        void begin(ActorSystem system, Object reference) {
            promise = system.watch(reference);
            promise.whenComplete((reason, failure) -> told.add(failure == null ? reason : failure));
        }
    }

    private final List<Guest> local = new ArrayList<>();
    private final List<StopReason> reasons = new ArrayList<>(); // null: the guest lives
    private final List<Promise<Guest>> remote = new ArrayList<>();
    private final List<Watch> watches = new ArrayList<>();
    private ActorSystem here;
    private ActorSystem there;
    private Inn inn;
    private Watcher watcher;
    private List<Watch> ofWatcher = new ArrayList<>();

    @Test
    void eachWatchIsToldOnce() {
        long first = Seed.given();
        for (long seed = first; seed < first + SESSIONS; seed++) {
            try {
                new RemoteWatchSimulationTest().session(seed);
            } catch (RuntimeException | AssertionError failure) {
                throw new AssertionError(
                        "seed=" + seed + ": " + failure.getMessage() + "; -Dtellask.seed repeats it", failure);
            }
        }
    }

    private void session(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        FaultyTransport transport = new FaultyTransport(MemoryTransport.isolated(), seed);
        Limits limits = Limits.builder()
                .handshakeTime(Duration.ofSeconds(30))
                .callTime(Duration.ofHours(10))
                .resumeTime(Duration.ofHours(1))
                .build();
        try (Simulation simulation = Simulation.seeded(seed)) {
            there = simulation.newSystem("there", 2);
            here = simulation.newSystem("here", 1);
            Inn local = there.spawn(Inn.class, () -> number -> Promise.of(this.local.get(number)));
            Server.builder(there)
                    .publish("inn", Inn.class, local)
                    .transport(transport)
                    .limits(limits)
                    .listen(ADDRESS)
                    .start();
            Client client = simulation.await(
                    Client.builder(here).transport(transport).limits(limits).connectAsync(ADDRESS));
            inn = simulation.await(client.lookupAsync("inn", Inn.class));
            newWatcher();
            transport.faults(RemoteWatchSimulationTest::fault);
            transport.breakConnections();
            for (int step = 0; step < STEPS; step++) {
                step(random, simulation, transport);
            }
            transport.faults(Faults.none());
            boolean endsEarly = random.nextBoolean();
            if (endsEarly) {
                here.spawn(Rig.Tasks.class, () -> Runnable::run).run(client::close); // which must not wait
            } else {
                for (int guest = 0; guest < reasons.size(); guest++) {
                    stop(guest, StopReason.REQUESTED);
                }
            }
            simulation.advance(Duration.ofMinutes(2));
            assertThat(client.isOpen()).isEqualTo(!endsEarly);
            watches.forEach(watch -> check(watch, endsEarly));
        }
    }

    private void check(Watch watch, boolean endsEarly) {
        StopReason reason = reasons.get(watch.guest);
        if (watch.promise == null || watch.promise.isCancelled()) {
            assertThat(watch.mayBeUntold).as("was taken back").isTrue();
        } else if (watch.mayBeUntold) {
            assertThat(watch.told).hasSizeLessThan(2);
        } else if (endsEarly) {
            assertThat(watch.told).hasSize(1).isSubsetOf(reason, StopReason.UNREACHABLE);
        } else {
            assertThat(watch.told).containsExactly(reason);
        }
    }

    private void newWatcher() {
        watcher = here.spawn(Watcher.class, WatcherActor::new);
        ofWatcher = new ArrayList<>();
    }

    private void step(SplittableRandom random, Simulation simulation, FaultyTransport transport) {
        int any = reasons.isEmpty() ? -1 : random.nextInt(reasons.size());
        switch (random.nextInt(12)) {
            case 0, 1 -> enter(random, simulation);
            case 2, 3, 4, 5 -> watch(random, any);
            case 6 -> takeBack(random);
            case 7 -> stop(any, REASONS.get(random.nextInt(REASONS.size())));
            case 8 -> transport.breakConnections();
            case 9 -> {
                if (random.nextInt(4) == 0) {
                    here.stop(watcher);
                    ofWatcher.forEach(watch -> watch.mayBeUntold = true);
                    newWatcher();
                }
            }
            default -> simulation.advance(Duration.ofMillis(random.nextInt(5_000)));
        }
    }

    private void enter(SplittableRandom random, Simulation simulation) {
        int number = local.size();
        SpawnOptions options = random.nextBoolean()
                ? SpawnOptions.ioLoop()
                : SpawnOptions.on(simulation.newDispatcher("guest" + number));
        local.add(there.spawn(Guest.class, () -> () -> Promise.of(number), options));
        reasons.add(null);
        remote.add(inn.guest(number));
    }

    private void watch(SplittableRandom random, int guest) {
        if (guest < 0 || !remote.get(guest).isDone()) {
            return;
        }
        Watch watch = new Watch(guest);
        watches.add(watch);
        if (random.nextBoolean()) {
            watch.begin(here, remote.get(guest).join());
        } else {
            ofWatcher.add(watch);
            watcher.watch(remote.get(guest).join(), watch);
        }
    }

    private void takeBack(SplittableRandom random) {
        if (!watches.isEmpty()) {
            Watch watch = watches.get(random.nextInt(watches.size()));
            if (watch.promise != null && watch.promise.cancel(false)) {
                watch.mayBeUntold = true;
            }
        }
    }

    private void stop(int guest, StopReason reason) {
        if (guest >= 0 && reasons.get(guest) == null) {
            reasons.set(guest, reason);
            there.stop(local.get(guest), reason);
        }
    }

    private static Faults fault(SplittableRandom random) {
        Faults gentle = Faults.none().chunks(1 + random.nextInt(300)).delay(Duration.ofMillis(random.nextInt(200)));
        long at = 1 + random.nextInt(600);
        return switch (random.nextInt(8)) {
            case 0 -> gentle.stallAt(at, Duration.ofHours(10)); // half open
            case 1 -> gentle.stallAt(at, Duration.ofSeconds(1 + random.nextInt(60)));
            case 2, 3 -> gentle.duplicateAt(at);
            case 4 -> gentle.reorderAt(at, Duration.ofSeconds(1 + random.nextInt(60)));
            default -> gentle.disconnectAt(at);
        };
    }
}
