package io.tellask.bench.remoting;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.bench.remoting.Adding.Adder;
import io.tellask.bench.spi.Commands;
import io.tellask.bench.spi.Pairs;
import io.tellask.bench.spi.Phase;
import io.tellask.remote.Client;
import io.tellask.remote.Server;
import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** {@code tellask}: actors behind four contracts, and a naive loop that calls them in rotation. */
public final class TellaskAdding {
    private TellaskAdding() {}

    /**
     * The receiving process of {@code tellask}: one actor for each of four contracts, run in place on the I/O loop; in the
     * mailbox cases on threads of their own.
     */
    public static final class Service {
        private Service() {}

        public static void main(String[] args) {
            Commands.run(args, words -> Commands.Opened.at(open(words[0])));
        }

        private static int open(String label) {
            SpawnOptions options = label.endsWith("-mailbox") ? SpawnOptions.dedicatedThread() : SpawnOptions.ioLoop();
            ActorSystem system = ActorSystem.create();
            return Server.builder(system)
                    .publish("north", Adding.North.class, system.spawn(Adding.North.class, Adder::new, options))
                    .publish("east", Adding.East.class, system.spawn(Adding.East.class, Adder::new, options))
                    .publish("south", Adding.South.class, system.spawn(Adding.South.class, Adder::new, options))
                    .publish("west", Adding.West.class, system.spawn(Adding.West.class, Adder::new, options))
                    .listen("tellask://127.0.0.1:0")
                    .start()
                    .address()
                    .getPort();
        }
    }

    /**
     * The calling process of {@code tellask}: a naive loop on an ordinary thread. Nothing here bounds what is in flight; the
     * credit of each reference does.
     */
    public static final class Caller extends io.tellask.bench.spi.Caller {
        private static final long PATIENCE_SECONDS = 30;

        private final Adding[] adders;
        private final boolean objects;
        private final int callers;

        private Caller(String label, int port) {
            Client client = Client.connect(ActorSystem.create(), URI.create("tellask://127.0.0.1:" + port));
            Adding north = client.lookup("north", Adding.North.class);
            Adding east = client.lookup("east", Adding.East.class);
            Adding south = client.lookup("south", Adding.South.class);
            Adding west = client.lookup("west", Adding.West.class);
            // one receiving thread: four of them would compete for two cores
            adders = label.endsWith("-mailbox")
                    ? new Adding[] {north, north, north, north}
                    : new Adding[] {north, east, south, west};
            callers = label.startsWith("blocking-") ? 1_000 * Integer.parseInt(label.replaceAll("\\D", "")) : 1;
            objects = label.endsWith("-object");
        }

        public static void main(String[] args) {
            run(args, Caller::new);
        }

        @Override
        public Tally tell(Phase phase) throws Exception {
            long sent = 0;
            int first = 0;
            while (phase.open(sent)) {
                Adding adder = adders[(int) sent & 3];
                if (objects) {
                    adder.collectSum(new Adding.Sum(first, first + 1));
                } else {
                    adder.collect(first, first + 1);
                }
                first = Pairs.next(first);
                sent++;
            }
            long total = 0;
            for (Adding adder : new HashSet<>(List.of(adders))) {
                total += adder.total().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            }
            return told(sent, total);
        }

        @Override
        public Tally ask(Phase phase) throws Exception {
            if (callers > 1) {
                return BlockingCallers.run(adders[0], callers, phase);
            }
            Answers answers = new Answers();
            Promise<?>[] last = new Promise<?>[adders.length];
            long sent = 0;
            int first = 0;
            while (phase.open(sent)) {
                int index = (int) sent & 3;
                last[index] = answers.check(ask(adders[index], first), first);
                first = Pairs.next(first);
                sent++;
            }
            for (Promise<?> promise : last) {
                if (promise != null) {
                    promise.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
                }
            }
            return new Tally(sent, answers.totalOnCaller + answers.totalOnLoop);
        }

        @Override
        public int askOnce(int first, int second) throws Exception {
            return adders[0].add(first, second).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }

        private Promise<Integer> ask(Adding adder, int first) {
            return objects ? adder.addSum(new Adding.Sum(first, first + 1)) : adder.add(first, first + 1);
        }

        /**
         * Adds up answers. They come on the connection's loop, or, where one is there before its check is attached, on the
         * calling thread: each thread has a sum of its own. Answers of a reference come in order, so whoever has seen the last
         * one has seen all.
         */
        private static final class Answers {
            private final Thread caller = Thread.currentThread();
            private long totalOnCaller;
            private long totalOnLoop;

            Promise<Void> check(Promise<Integer> answer, int first) {
                return answer.thenAccept(sum -> add(first, sum));
            }

            private void add(int first, int sum) {
                Pairs.check(first, sum);
                if (Thread.currentThread() == caller) {
                    totalOnCaller += sum;
                } else {
                    totalOnLoop += sum;
                }
            }
        }
    }
}
