package io.tellask.bench.remoting;

import io.tellask.bench.spi.Commands;
import io.tellask.bench.spi.Pairs;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * {@code limit-wire}: bare 16-byte frames, no object per message; each reply is checked against the number it carries.
 *
 * <pre>
 * +---------+----------+--------------+------+
 * | first 4 | second 4 | call number 4| kind 4|   request
 * +---------+----------+--------------+------+
 * | sum or total 8     | call number 4| kind 4|   reply to ASK and READ_TOTAL
 * +--------------------+--------------+------+
 * </pre>
 */
public final class WireLimit {
    private static final int FRAME_BYTES = 16;

    private WireLimit() {}

    /** The receiver. */
    public static final class Service extends LimitService {
        private static final LimitCaller.Request[] REQUESTS = LimitCaller.Request.values();

        private long total;

        private Service() throws IOException {
            super(FRAME_BYTES, FRAME_BYTES);
        }

        public static void main(String[] args) {
            Commands.run(args, words -> Commands.Opened.at(new Service().start()));
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

    /** The caller. */
    public static final class Caller extends LimitCaller {
        private static final long LOW = 0xffff_ffffL;

        private Caller(String label, int port) throws IOException {
            super(label, port, FRAME_BYTES, FRAME_BYTES);
        }

        public static void main(String[] args) {
            run(args, Caller::new);
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
