package io.tellask.cluster.actors;

import io.tellask.cluster.actors.ActorTable.Host;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Hosts that share shards by an {@link ActorTable}, as {@link HostActor} and {@link Coordinator} do, while leases end, processes stand still, are cut off and
 * are killed, and writes are carried out late or without an answer. Time is a number, one thread takes all steps in the order of a seed.
 */
final class PlacementSimulation {
    static final int HOSTS = 27;
    private static final int SHARDS = 64;
    private static final int LEASE = 40; // in steps of time
    private static final int KNOWN = LEASE * 9 / 10; // for how long its holder counts on it
    private static final int DELAYED = 60; // a write may be carried out so much later

    private final SplittableRandom random;
    private final List<Process> processes = new ArrayList<>();
    private final List<Write> underWay = new ArrayList<>();
    private ActorTable table = ActorTable.empty(SHARDS);
    private long version = 1;
    private long tokens;
    private long now;
    private boolean isHealed;
    private final long[] lastEpochs = new long[SHARDS];

    /** Changes of shards, to see that something happens. */
    long moves;

    PlacementSimulation(long seed) {
        random = new SplittableRandom(seed);
        for (int i = 0; i < HOSTS; i++) {
            processes.add(new Process("host-" + i));
        }
    }

    /** A compare-and-set that is carried out when its time has come. */
    private record Write(
            long at,
            long expected,
            ActorTable next,
            @Nullable Process writer,
            boolean answers) {}

    /** A process, and its lease as the group has it. */
    private final class Process {
        final String name;
        long grantableAt; // others may have the lease from then on
        boolean isUp;
        boolean drains;
        long token;
        long countsOnUntil;
        long cutOffUntil;
        ActorTable seen = ActorTable.empty(SHARDS);
        long seenVersion;
        final Set<Integer> stopped = new HashSet<>(); // to be handed over
        long handsOverAt = -1; // the version that the write expects

        Process(String name) {
            this.name = name;
        }

        boolean holds() {
            return isUp && now < countsOnUntil;
        }

        boolean reaches() {
            return isUp && now >= cutOffUntil;
        }

        Host host() {
            return new Host(name, "memory://" + name, token, drains);
        }

        boolean runs(int shard) {
            return holds() && host().isSame(seen.owner(shard)) && !stopped.contains(shard);
        }

        void start() {
            if (isUp || now < grantableAt) {
                return;
            }
            isUp = true;
            drains = false;
            token = ++tokens;
            seenVersion = 0;
            seen = ActorTable.empty(SHARDS);
            stopped.clear();
            handsOverAt = -1;
            renew();
        }

        void renew() {
            countsOnUntil = now + KNOWN;
            grantableAt = now + LEASE;
        }

        void kill() {
            isUp = false;
        }

        void read() {
            if (version > seenVersion) {
                if (handsOverAt >= 0 && version != handsOverAt) {
                    stopped.clear(); // carried out or not, it will not be any more
                    handsOverAt = -1;
                }
                seen = table;
                seenVersion = version;
            }
        }

        /** What a host does when it looks. */
        void act() {
            if (!isUp) {
                start();
                return;
            }
            if (!holds()) {
                kill(); // stops all, and begins again with another lease
                return;
            }
            if (!reaches()) {
                return;
            }
            renew();
            read();
            if (seen.find(name, token) == null) {
                write(seenVersion, seen.with(host()), this);
            } else if (drains && !Objects.requireNonNull(seen.find(name, token)).drains()) {
                write(seenVersion, seen.draining(name, token), this);
            } else if (drains && seen.shardsOf(host()).isEmpty()) {
                write(seenVersion, seen.without(name, token), this);
            } else {
                handOver();
            }
        }

        private void handOver() {
            List<Integer> due = seen.dueFrom(host());
            if (due.isEmpty() || handsOverAt >= 0 && handsOverAt != seenVersion) {
                return;
            }
            int some = 1 + random.nextInt(due.size());
            stopped.addAll(due.subList(0, some));
            handsOverAt = seenVersion;
            write(seenVersion, seen.handedOver(host(), stopped), this);
        }

        /** What whoever takes itself for the coordinator does; there may be several. */
        void coordinate() {
            if (!reaches() || seen.hosts().isEmpty()) {
                return;
            }
            Host other = seen.hosts().get(random.nextInt(seen.hosts().size()));
            Process its = processes.stream()
                    .filter(each -> each.name.equals(other.name()))
                    .findFirst()
                    .orElseThrow();
            if (now >= its.grantableAt) { // it has the other's lease now, so that one has ended
                tokens++;
                its.grantableAt = now + random.nextInt(3);
                read();
                write(seenVersion, seen.without(other.name(), other.token()), null);
            }
        }
    }

    private void write(long expected, ActorTable next, @Nullable Process writer) {
        boolean isLate = !isHealed && random.nextInt(5) == 0;
        Write write = new Write(
                isLate ? now + random.nextInt(DELAYED) : now,
                expected,
                next,
                writer,
                isHealed || random.nextInt(8) != 0);
        if (isLate) {
            underWay.add(write);
        } else {
            carryOut(write);
        }
    }

    private void carryOut(Write write) {
        if (write.expected != version || write.next == table) {
            return;
        }
        for (int shard = 0; shard < SHARDS; shard++) {
            if (write.next.epochOf(shard) != table.epochOf(shard)) {
                moves++;
            }
        }
        table = write.next;
        version++;
        if (write.answers && write.writer != null && write.writer.isUp) {
            write.writer.read();
        }
    }

    /** Some steps with faults, and then enough without for all to be in order. */
    void run(int steps) {
        for (int step = 0; step < steps; step++) {
            now += random.nextInt(3);
            step();
            check();
        }
        heal();
    }

    private void step() {
        underWay.removeIf(write -> {
            boolean isDue = write.at <= now;
            if (isDue) {
                carryOut(write);
            }
            return isDue;
        });
        Process one = processes.get(random.nextInt(HOSTS));
        switch (random.nextInt(24)) {
            case 0 -> one.kill();
            case 1 -> one.cutOffUntil = now + random.nextInt(3 * LEASE);
            case 2 -> one.drains = one.isUp && random.nextBoolean();
            case 3, 4, 5, 6 -> one.coordinate();
            case 7 -> now += random.nextInt(LEASE); // all stand still
            default -> one.act();
        }
    }

    private void heal() {
        isHealed = true;
        underWay.clear();
        now += 4L * LEASE;
        processes.forEach(each -> {
            each.kill();
            each.cutOffUntil = 0;
        });
        for (int round = 0; round < 8; round++) {
            for (Process each : processes) {
                each.act();
                each.coordinate();
                check();
            }
            now++;
        }
        for (int shard = 0; shard < SHARDS; shard++) {
            int its = shard;
            long running = processes.stream().filter(each -> each.runs(its)).count();
            if (running != 1) {
                throw new AssertionError("shard " + shard + " is run by " + running + " of " + table);
            }
        }
    }

    /** At most one host runs a shard, and epochs only grow. */
    private void check() {
        Process[] running = new Process[SHARDS];
        for (Process each : processes) {
            if (each.holds()) {
                check(each, each.host(), running);
            }
        }
    }

    private void check(Process one, Host host, Process[] running) {
        for (int shard = 0; shard < SHARDS; shard++) {
            if (!host.isSame(one.seen.owner(shard)) || one.stopped.contains(shard)) {
                continue;
            }
            if (running[shard] != null) {
                throw new AssertionError("shard " + shard + " is run by " + running[shard].host() + " and " + host);
            }
            running[shard] = one;
            long epoch = one.seen.epochOf(shard);
            if (epoch < lastEpochs[shard]) {
                throw new AssertionError(
                        "shard " + shard + " is run with epoch " + epoch + " after " + lastEpochs[shard]);
            }
            lastEpochs[shard] = epoch;
        }
    }
}
