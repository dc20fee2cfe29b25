package io.tellask.testkit;

import io.tellask.remote.Receiver;
import io.tellask.remote.Wire;
import java.io.ByteArrayOutputStream;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What arrives at one side of a connection, late from a byte on: then the other side soon sees the connection end, and may open another one, while the bytes
 * that were under way, and the end behind them, come here after {@link Faults#time}. Belongs to the loop of the connection.
 */
final class LateInput implements Receiver {
    /** What arrives within so long was under way when the connection broke. */
    private static final long UNDER_WAY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Receiver receiver;
    private final Wire wire;
    private final Faults faults;
    private final FaultyWire.Connection connection;
    private final FrameCursor cursor = new FrameCursor();
    private final ByteArrayOutputStream held = new ByteArrayOutputStream();
    private byte[] array = {};
    private long inTimeBytes;
    private boolean late;
    private boolean released;
    private boolean ended;
    private @Nullable Throwable endedBy;

    LateInput(Receiver receiver, Wire wire, Faults faults, FaultyWire.Connection connection) {
        this.receiver = receiver;
        this.wire = wire;
        this.faults = faults;
        this.connection = connection;
    }

    @Override
    public byte[] array(int bytes) {
        array = new byte[bytes];
        return array;
    }

    @Override
    public int offset() {
        return 0;
    }

    @Override
    public void received(int bytes) {
        if (released) { // and the connection closed
            return;
        }
        int inTime = (int) Math.min(bytes, faults.atByte() - inTimeBytes);
        inTimeBytes += inTime;
        cursor.pass(array, inTime);
        held.write(array, inTime, bytes - inTime);
        if (!late && held.size() > 0) {
            late = true;
            long lateNanos = TimeUnit.NANOSECONDS.convert(faults.time());
            wire.loop().schedule(wire::close, Math.min(UNDER_WAY_NANOS, lateNanos));
            wire.loop().schedule(this::release, lateNanos);
        }
        forward(array, inTime);
    }

    private void forward(byte[] bytes, int count) {
        if (count > 0) {
            byte[] to = receiver.array(count);
            System.arraycopy(bytes, 0, to, receiver.offset(), count);
            receiver.received(count);
        }
    }

    private void release() {
        if (!wire.loop().isCurrent()) { // it has moved meanwhile
            wire.loop().execute(this::release);
            return;
        }
        byte[] bytes = held.toByteArray();
        if (connection.isOvertaken()) {
            connection.met(Faults.Kind.REORDER, cursor.kindsIn(bytes));
        }
        forward(bytes, bytes.length);
        released = true;
        if (ended) {
            receiver.closed(endedBy);
        } else {
            wire.close();
        }
    }

    @Override
    public void writable() {
        receiver.writable();
    }

    @Override
    public void closed(@Nullable Throwable cause) {
        if (late && !released) {
            ended = true;
            endedBy = cause;
        } else {
            receiver.closed(cause);
        }
    }
}
