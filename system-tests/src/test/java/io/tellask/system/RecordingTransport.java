package io.tellask.system;

import io.tellask.actor.Dispatcher;
import io.tellask.actor.IoLoops;
import io.tellask.remote.Receiver;
import io.tellask.remote.Transport;
import io.tellask.remote.TransportException;
import io.tellask.remote.TurnScheduler;
import io.tellask.remote.Wire;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/** Passes everything on to another transport and keeps what clients send, for a fuzzer to take apart. Thread-safe. */
final class RecordingTransport implements Transport {
    private final Transport inner;
    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();

    RecordingTransport(Transport inner) {
        this.inner = inner;
    }

    /** The whole frames that clients sent so far: a length in the first three bytes, little-endian, that leaves out the header of four. */
    List<byte[]> frames() {
        byte[] bytes = sent.toByteArray();
        List<byte[]> frames = new ArrayList<>();
        for (int at = 0; at + 4 <= bytes.length; ) {
            int end = at + 4 + Frames.bodyBytes(bytes, at);
            if (end > bytes.length) {
                break;
            }
            frames.add(Arrays.copyOfRange(bytes, at, end));
            at = end;
        }
        return frames;
    }

    @Override
    public Set<String> schemes() {
        return inner.schemes();
    }

    @Override
    public Listener listen(URI address, IoLoops loops, Function<Wire, Receiver> accept) {
        return inner.listen(address, loops, accept);
    }

    @Override
    public void connect(
            URI address, Dispatcher loop, Function<Wire, Receiver> opened, Consumer<TransportException> failed) {
        inner.connect(address, loop, wire -> opened.apply(new RecordingWire(wire)), failed);
    }

    private final class RecordingWire implements Wire {
        private final Wire wire;

        RecordingWire(Wire wire) {
            this.wire = wire;
        }

        @Override
        public Dispatcher loop() {
            return wire.loop();
        }

        @Override
        public void send(byte[] bytes, int offset, int length) {
            sent.write(bytes, offset, length);
            wire.send(bytes, offset, length);
        }

        @Override
        public boolean isWritable() {
            return wire.isWritable();
        }

        @Override
        public void reading(boolean wanted) {
            wire.reading(wanted);
        }

        @Override
        public void readNow(int mostBytes) {
            wire.readNow(mostBytes);
        }

        @Override
        public TurnScheduler turns() {
            return wire.turns();
        }

        @Override
        public void close() {
            wire.close();
        }

        @Override
        public String peer() {
            return wire.peer();
        }
    }
}
