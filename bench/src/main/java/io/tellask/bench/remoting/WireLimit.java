package io.tellask.bench.remoting;

import io.tellask.bench.spi.CallerProcess;
import io.tellask.bench.spi.Pairs;
import io.tellask.bench.spi.ServiceProcess;
import java.io.IOException;
import java.nio.ByteBuffer;

/** {@code limit-wire}: bare 16-byte frames, no object per message. */
public final class WireLimit {
    private WireLimit() {}

    /**
     * The receiver of {@code limit-wire}: bare 16-byte frames, no object per message.
     *
     * <pre>
     * +---------+----------+--------------+------+
     * | first 4 | second 4 | call number 4| kind 4|   request
     * +---------+----------+--------------+------+
     * | sum or total 8     | call number 4| kind 4|   reply to ASK and READ_TOTAL
     * +--------------------+--------------+------+
     * </pre>
     */
    public static final class Service extends LimitService {
        static final int FRAME_BYTES = 16;
        private static final LimitCaller.Request[] REQUESTS = LimitCaller.Request.values();

        private long total;

        private Service() throws IOException {
            super(FRAME_BYTES, FRAME_BYTES);
        }

        /** Runs the receiving process; argument: the case's label. */
        public static void main(String[] args) throws InterruptedException {
            ServiceProcess.run(args, label -> new Service().start());
        }

        @Override
        void handle(ByteBuffer in, ByteBuffer out) {
            long pair = in.getLong();
            long tag = in.getLong();
            int sum = (int) (pair >> 32) + (int) pair;
            switch (REQUESTS[(int) tag]) {
                case TELL -> total += sum;
                case ASK -> out.putLong(sum).putLong(tag);
                case READ_TOTAL -> out.putLong(total).putLong(tag);
            }
        }
    }

    /** The caller of {@code limit-wire}: bare 16-byte frames, each reply checked against the number it carries. */
    public static final class Caller extends LimitCaller {
        private static final long LOW = 0xffff_ffffL;

        private Caller(String label, int port) throws IOException {
            super(label, port, Service.FRAME_BYTES, Service.FRAME_BYTES);
        }

        /** Runs the calling process; arguments: the case's label, the port. */
        public static void main(String[] args) throws InterruptedException {
            CallerProcess.run(args, Caller::new);
        }

        @Override
        void write(ByteBuffer out, Request request, int first, int second) {
            out.putLong((long) first << 32 | second & LOW);
            out.putLong((long) first << 32 | request.ordinal());
        }

        @Override
        int readSum(ByteBuffer in) {
            int sum = (int) in.getLong();
            Pairs.check((int) (in.getLong() >> 32), sum);
            return sum;
        }

        @Override
        long readTotal(ByteBuffer in) {
            return in.getLong();
        }
    }
}
