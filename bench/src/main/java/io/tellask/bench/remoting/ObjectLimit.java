package io.tellask.bench.remoting;

import io.tellask.bench.spi.Commands;
import io.tellask.bench.spi.Pairs;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.IntConsumer;
import java.util.stream.Stream;

/**
 * {@code limit-object}: what an actor layer cannot do without, and nothing else. Each request becomes a message object, finds
 * its target in a table, and is handled by a virtual call on the reading thread; each ask has a promise with its callback.
 *
 * <pre>
 * +----------+--------+---------+--------+---------+----------+
 * | target 4 | kind 4 | call 4  | zero 4 | first 4 | second 4 |   request, 24 bytes
 * +----------+--------+---------+--------+---------+----------+
 * | call 4   | sum or total 8   |                                reply, 12 bytes
 * +----------+------------------+
 * </pre>
 */
public final class ObjectLimit {
    static final int REPLY_BYTES = 12;
    private static final int REQUEST_BYTES = 24;

    private ObjectLimit() {}

    /** The receiver; where it is extended, whoever answers a message is the only thread to do so. */
    public static class Service extends LimitService {
        private static final LimitCaller.Request[] REQUESTS = LimitCaller.Request.values();

        private final Target[] targets;

        Service(String label) throws IOException {
            super(REQUEST_BYTES, REPLY_BYTES);
            targets = Stream.generate(Adder::new).limit(ManyActors.count(label)).toArray(Target[]::new);
        }

        public static void main(String[] args) {
            Commands.run(args, words -> Commands.Opened.at(new Service(words[0]).start()));
        }

        @Override
        void handle(ByteBuffer in, ByteBuffer out) {
            answer(read(in), out);
        }

        /** Makes a request a message. */
        static Add read(ByteBuffer in) {
            int target = in.getInt();
            LimitCaller.Request request = REQUESTS[in.getInt()];
            int call = in.getInt();
            in.getInt();
            return new Add(target, request, call, in.getInt(), in.getInt());
        }

        /** Hands a message to its target, and appends the answer if it wants one. */
        final void answer(Add message, ByteBuffer out) {
            if (message.request() == LimitCaller.Request.READ_TOTAL) {
                long total = 0;
                for (Target each : targets) {
                    total += each.receive(message);
                }
                out.putInt(message.call()).putLong(total);
                return;
            }
            long answer = targets[message.target()].receive(message);
            if (message.request() == LimitCaller.Request.ASK) {
                out.putInt(message.call()).putLong(answer);
            }
        }

        record Add(int target, LimitCaller.Request request, int call, int first, int second) {}

        private interface Target {
            long receive(Add message);
        }

        private static final class Adder implements Target {
            private long total;

            @Override
            public long receive(Add message) {
                int sum = message.first() + message.second();
                return switch (message.request()) {
                    case TELL -> total += sum;
                    case ASK -> sum;
                    case READ_TOTAL -> total;
                };
            }
        }
    }

    /** The caller. */
    public static final class Caller extends LimitCaller {
        private final PendingSum[] pending = new PendingSum[WINDOW * 2];
        private int calls;
        private final boolean isMany;
        private final int targets;
        private int lastSum;

        private Caller(String label, int port) throws IOException {
            super(label, port, REQUEST_BYTES, REPLY_BYTES);
            isMany = label.endsWith("-actors");
            targets = ManyActors.count(label);
        }

        public static void main(String[] args) {
            run(args, Caller::new);
        }

        @Override
        void write(ByteBuffer out, Request request, int first, int second) {
            int call = 0;
            if (request == Request.ASK) {
                call = calls++ & (pending.length - 1);
                pending[call] = new PendingSum(sum -> check(first, sum));
            }
            out.putInt(isMany ? ManyActors.target(first, targets) : first & 3).putInt(request.ordinal());
            out.putInt(call).putInt(0).putInt(first).putInt(second);
        }

        @Override
        int readSum(ByteBuffer in) {
            int call = in.getInt();
            int sum = (int) in.getLong();
            PendingSum promise = pending[call];
            pending[call] = null;
            promise.complete(sum);
            return lastSum;
        }

        @Override
        long readTotal(ByteBuffer in) {
            in.getInt();
            return in.getLong();
        }

        private void check(int first, int sum) {
            Pairs.check(first, sum);
            lastSum = sum;
        }

        /** The least that a promise can be: one callback, one result, settled on the reading thread. */
        private static final class PendingSum {
            private final IntConsumer callback;
            private boolean settled;
            private int sum;

            PendingSum(IntConsumer callback) {
                this.callback = callback;
            }

            void complete(int value) {
                if (settled) {
                    throw new IllegalStateException("settled twice: first=" + sum + ", second=" + value);
                }
                settled = true;
                sum = value;
                callback.accept(value);
            }
        }
    }
}
