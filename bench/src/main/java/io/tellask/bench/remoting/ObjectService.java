package io.tellask.bench.remoting;

import io.tellask.bench.spi.ServiceProcess;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The receiver of {@code limit-object}: what an actor layer cannot do without, and nothing else. Each request becomes a
 * message object, finds its target in a table, and is handled by a virtual call on the reading thread.
 *
 * <pre>
 * +----------+--------+---------+--------+---------+----------+
 * | target 4 | kind 4 | call 4  | zero 4 | first 4 | second 4 |   request, 24 bytes
 * +----------+--------+---------+--------+---------+----------+
 * | call 4   | sum or total 8   |                                reply, 12 bytes
 * +----------+------------------+
 * </pre>
 */
public final class ObjectService extends LimitService {
    static final int REQUEST_BYTES = 24;
    static final int REPLY_BYTES = 12;
    static final int TARGETS = 4;
    private static final LimitCaller.Request[] REQUESTS = LimitCaller.Request.values();

    private final Target[] targets = new Target[TARGETS];

    private ObjectService() throws IOException {
        super(REQUEST_BYTES, REPLY_BYTES);
        for (int i = 0; i < TARGETS; i++) {
            targets[i] = new Adder();
        }
    }

    /** Runs the receiving process; argument: the case's label. */
    public static void main(String[] args) throws InterruptedException {
        ServiceProcess.run(args, workload -> {
            ObjectService service = new ObjectService();
            service.start();
            return service;
        });
    }

    @Override
    void handle(ByteBuffer in, ByteBuffer out) {
        int target = in.getInt();
        LimitCaller.Request request = REQUESTS[in.getInt()];
        int call = in.getInt();
        in.getInt();
        Add message = new Add(request, in.getInt(), in.getInt());
        if (request == LimitCaller.Request.READ_TOTAL) {
            long total = 0;
            for (Target each : targets) {
                total += each.receive(message);
            }
            out.putInt(call).putLong(total);
            return;
        }
        long answer = targets[target].receive(message);
        if (request == LimitCaller.Request.ASK) {
            out.putInt(call).putLong(answer);
        }
    }

    private record Add(LimitCaller.Request request, int first, int second) {}

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
