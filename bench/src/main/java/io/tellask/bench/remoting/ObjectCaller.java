package io.tellask.bench.remoting;

import io.tellask.bench.spi.CallerProcess;
import io.tellask.bench.spi.Case;
import io.tellask.bench.spi.Pairs;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.IntConsumer;

/** The caller of {@code limit-object}: one message object and one promise with its callback for each ask. */
public final class ObjectCaller extends LimitCaller {
    private final PendingSum[] pending = new PendingSum[WINDOW * 2];
    private int calls;
    private int lastSum;

    private ObjectCaller(Case workload, int port) throws IOException {
        super(workload, port, ObjectService.REQUEST_BYTES, ObjectService.REPLY_BYTES);
    }

    /** Runs the calling process; arguments: the case's label, the port. */
    public static void main(String[] args) throws InterruptedException {
        CallerProcess.run(args, ObjectCaller::new);
    }

    @Override
    void write(ByteBuffer out, Request request, int first, int second) {
        int call = 0;
        if (request == Request.ASK) {
            call = calls++ & (pending.length - 1);
            pending[call] = new PendingSum(sum -> check(first, sum));
        }
        out.putInt(first & (ObjectService.TARGETS - 1)).putInt(request.ordinal());
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
        if (sum != Pairs.sum(first)) {
            throw new IllegalStateException("wrong sum: first=" + first + ", sum=" + sum);
        }
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
