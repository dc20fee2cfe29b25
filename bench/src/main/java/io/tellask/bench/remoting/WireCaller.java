package io.tellask.bench.remoting;

import io.tellask.bench.spi.CallerProcess;
import io.tellask.bench.spi.Case;
import io.tellask.bench.spi.Pairs;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The caller of {@code limit-wire}: bare 16-byte frames, each reply checked against the number it carries. */
public final class WireCaller extends LimitCaller {
    private static final long LOW = 0xffff_ffffL;

    private WireCaller(Case workload, int port) throws IOException {
        super(workload, port, WireService.FRAME_BYTES, WireService.FRAME_BYTES);
    }

    /** Runs the calling process; arguments: the case's label, the port. */
    public static void main(String[] args) throws InterruptedException {
        CallerProcess.run(args, WireCaller::new);
    }

    @Override
    void write(ByteBuffer out, Request request, int first, int second) {
        out.putLong((long) first << 32 | second & LOW);
        out.putLong((long) first << 32 | request.ordinal());
    }

    @Override
    int readSum(ByteBuffer in) {
        int sum = (int) in.getLong();
        int call = (int) (in.getLong() >> 32);
        if (sum != Pairs.sum(call)) {
            throw new IllegalStateException("wrong sum: call=" + call + ", sum=" + sum);
        }
        return sum;
    }

    @Override
    long readTotal(ByteBuffer in) {
        return in.getLong();
    }
}
