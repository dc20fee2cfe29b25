package io.tellask.bench.remoting;

import io.tellask.bench.spi.ServiceProcess;
import java.io.IOException;
import java.nio.ByteBuffer;

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
public final class WireService extends LimitService {
    static final int FRAME_BYTES = 16;
    private static final LimitCaller.Request[] REQUESTS = LimitCaller.Request.values();

    private long total;

    private WireService() throws IOException {
        super(FRAME_BYTES, FRAME_BYTES);
    }

    /** Runs the receiving process; argument: the case's label. */
    public static void main(String[] args) throws InterruptedException {
        ServiceProcess.run(args, workload -> {
            WireService service = new WireService();
            service.start();
            return service;
        });
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
