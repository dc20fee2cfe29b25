package io.tellask.bench.remoting;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.bench.harness.Certificate;
import io.tellask.bench.remoting.Adding.Adder;
import io.tellask.bench.spi.Commands;
import io.tellask.bench.spi.Pairs;
import io.tellask.bench.spi.Phase;
import io.tellask.netty.TlsTransport;
import io.tellask.remote.Client;
import io.tellask.remote.Limits;
import io.tellask.remote.Server;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** {@code tellask}: actors behind four contracts, and a naive loop that calls them in rotation. */
public final class TellaskAdding {
    private static final Limits REFERENCES =
            Limits.builder().references(1 << 20).build();

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

        private static int open(String label) throws Exception {
            SpawnOptions options = label.endsWith("-mailbox") ? SpawnOptions.dedicatedThread() : SpawnOptions.ioLoop();
            ActorSystem system = ActorSystem.create();
            Server.Builder server = Server.builder(system)
                    .publish("north", Adding.North.class, system.spawn(Adding.North.class, Adder::new, options))
                    .publish("east", Adding.East.class, system.spawn(Adding.East.class, Adder::new, options))
                    .publish("south", Adding.South.class, system.spawn(Adding.South.class, Adder::new, options))
                    .publish("west", Adding.West.class, system.spawn(Adding.West.class, Adder::new, options));
            if (label.endsWith("-actors")) {
                server.limits(REFERENCES)
                        .publish("many", Adding.Many.class, ManyActors.spawn(system, ManyActors.count(label)));
            }
            if (!label.endsWith("-tls")) {
                return port(server.listen((label.endsWith("-any") ? "any" : "tellask") + "://127.0.0.1:0"));
            }
            Certificate certificate = Certificate.create();
            TlsTransport tls = TlsTransport.builder()
                    .certificate(certificate.store(), certificate.password())
                    .build();
            int port = port(server.transport(tls).listen("tls://127.0.0.1:0"));
            certificate.publish(port);
            return port;
        }

        private static int port(Server.Builder server) throws Exception {
            return server.start().address().getPort();
        }
    }

    /**
     * The calling process of {@code tellask}: a naive loop on an ordinary thread. Nothing here bounds what is in flight; the
     * credit of each reference does.
     */
    public static final class Caller extends io.tellask.bench.spi.Caller {
        private static final long PATIENCE_SECONDS = 30;

        private final Adding[] adders;
        private final Asking asking;
        private final boolean objects;
        private final boolean isLarge;
        private final boolean isMany;
        private final int callers;
        private final @Nullable AskingThreads threads;

        private Caller(String label, int port) throws Exception {
            ActorSystem system = ActorSystem.create();
            adders = adders(system, label, port);
            asking = asking(label);
            objects = label.endsWith("-object");
            isLarge = label.startsWith("echo-");
            isMany = label.endsWith("-actors");
            callers = label.startsWith("blocking-") ? 1_000 * number(label) : 1;
            threads = label.equals("ask-threads") ? new AskingThreads(adders) : null;
            if (label.equals("latency-beside-large")) {
                LargeEchoes.beside(adders[1]);
            }
        }

        /** What the calls of a case go to, in rotation. */
        private static Adding[] adders(ActorSystem system, String label, int port) throws Exception {
            if (label.endsWith("-connections")) {
                Adding[] each = new Adding[number(label)];
                for (int i = 0; i < each.length; i++) {
                    each[i] = Client.builder(system)
                            .limits(Limits.builder().callsInFlight(4_096).build())
                            .connect("tellask://127.0.0.1:" + port)
                            .lookup("north", Adding.North.class);
                }
                return each;
            }
            Client.Builder builder = Client.builder(system);
            if (label.endsWith("-actors")) {
                return ManyActors.references(
                        builder.limits(REFERENCES).connect("tellask://127.0.0.1:" + port), ManyActors.count(label));
            }
            Client client = label.endsWith("-tls")
                    ? builder.transport(TlsTransport.builder()
                                    .trust(Certificate.authority(port))
                                    .build())
                            .connect("tls://127.0.0.1:" + port)
                    : builder.connect("tellask://127.0.0.1:" + port);
            Adding north = client.lookup("north", Adding.North.class);
            Adding east = client.lookup("east", Adding.East.class);
            Adding south = client.lookup("south", Adding.South.class);
            Adding west = client.lookup("west", Adding.West.class);
            // one receiving thread: four of them would compete for two cores
            return label.endsWith("-mailbox")
                    ? new Adding[] {north, north, north, north}
                    : new Adding[] {north, east, south, west};
        }

        /** The number in a label. */
        private static int number(String label) {
            return Integer.parseInt(label.replaceAll("\\D", ""));
        }

        private static Asking asking(String label) {
            if (label.endsWith("-object")) {
                return (adder, first) -> adder.addSum(new Adding.Sum(first, first + 1));
            }
            if (label.startsWith("ask-1024")) {
                byte[] padding = new byte[1_024 - 16];
                return (adder, first) -> adder.addPadded(first, first + 1, padding);
            }
            return (adder, first) -> adder.add(first, first + 1);
        }

        public static void main(String[] args) {
            run(args, Caller::new);
        }

        @Override
        public Tally tell(Phase phase) throws Exception {
            long sent = 0;
            int first = 0;
            while (phase.open(sent)) {
                Adding adder = adders[isMany ? ManyActors.target(first, adders.length) : (int) sent & 3];
                if (objects) {
                    adder.collectSum(new Adding.Sum(first, first + 1));
                } else {
                    adder.collect(first, first + 1);
                }
                first = Pairs.next(first);
                sent++;
            }
            List<Promise<Long>> totals =
                    new HashSet<>(List.of(adders)).stream().map(Adding::total).toList();
            long total = 0;
            for (Promise<Long> each : totals) {
                total += each.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            }
            return told(sent, total);
        }

        @Override
        public Tally ask(Phase phase) throws Exception {
            if (callers > 1) {
                return BlockingCallers.run(adders[0], callers, phase);
            }
            if (threads != null) {
                return threads.run(phase);
            }
            if (isLarge) {
                return LargeEchoes.run(adders[0], phase);
            }
            Answers[] answers =
                    Stream.generate(Answers::new).limit(adders.length).toArray(Answers[]::new);
            Promise<?>[] last = new Promise<?>[adders.length];
            long sent = 0;
            int first = 0;
            while (phase.open(sent)) {
                int index = (int) sent & (adders.length - 1);
                last[index] = answers[index].check(asking.ask(adders[index], first), first);
                first = Pairs.next(first);
                sent++;
            }
            for (Promise<?> promise : last) {
                if (promise != null) {
                    promise.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
                }
            }
            return new Tally(
                    sent,
                    Stream.of(answers)
                            .mapToLong(each -> each.totalOnCaller + each.totalOnLoop)
                            .sum());
        }

        @Override
        public int askOnce(int first, int second) throws Exception {
            return adders[0].add(first, second).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }

        @Override
        protected void askLater(int first, int second) {
            adders[0].add(first, second).thenAccept(sum -> answered(first, sum));
        }

        /** How a case asks. */
        private interface Asking {
            Promise<Integer> ask(Adding adder, int first);
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
