package io.tellask.remote.session;

import io.tellask.actor.Dispatcher;
import io.tellask.actor.IoLoops;
import io.tellask.remote.Receiver;
import io.tellask.remote.Transport;
import io.tellask.remote.TransportException;
import io.tellask.remote.Wire;
import io.tellask.remote.frame.FrameType;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;

/** A transport that passes everything on and writes down each frame: who sent it, its kind, its bytes in hex. Thread-safe. */
final class Transcript implements Transport {
    private final Transport inner;
    private final List<String> lines = new ArrayList<>();
    private final List<Wire> wires = new CopyOnWriteArrayList<>();

    Transcript(Transport inner) {
        this.inner = inner;
    }

    /** One line a frame, in the order they were sent. */
    synchronized List<String> lines() {
        return List.copyOf(lines);
    }

    /** How many frames of this kind were sent. */
    long count(String kind) {
        return lines().stream().filter(line -> line.startsWith(kind + " ", 2)).count();
    }

    /** Breaks the connections that were opened so far, when what was sent has been handled. */
    void breakConnections() {
        passLoops(); // what is written down has left
        passLoops(); // and has come
        for (Wire wire : wires) {
            wire.loop().execute(wire::close);
        }
        wires.clear();
    }

    private void passLoops() {
        for (Wire wire : wires) {
            CompletableFuture<Void> passed = new CompletableFuture<>();
            wire.loop().execute(() -> passed.complete(null));
            passed.join();
        }
    }

    private synchronized void write(String direction, byte[] bytes) {
        for (int at = 0; at < bytes.length; ) {
            int body = bytes[at] & 0xFF | (bytes[at + 1] & 0xFF) << 8 | (bytes[at + 2] & 0xFF) << 16;
            int end = at + FrameType.HEADER_BYTES + body;
            String hex = HexFormat.of().formatHex(bytes, at, end);
            lines.add(direction + " " + nameOf(bytes[at + 3] & 0xFF) + " " + hex);
            at = end;
        }
    }

    /** The constant of {@link FrameType} with this value. */
    static String nameOf(int kind) {
        String flags = ((kind & FrameType.DEADLINE_FLAG) == 0 ? "" : "+DEADLINE")
                + ((kind & FrameType.REFERENCES_FLAG) == 0 ? "" : "+REFERENCES")
                + ((kind & FrameType.TRACE_FLAG) == 0 ? "" : "+TRACE");
        int plain = kind & ~(FrameType.DEADLINE_FLAG | FrameType.REFERENCES_FLAG | FrameType.TRACE_FLAG);
        for (Field field : FrameType.class.getDeclaredFields()) {
            try {
                boolean constant = Modifier.isStatic(field.getModifiers()) && field.getType() == int.class;
                if (constant
                        && field.getInt(null) == plain
                        && !field.getName().contains("VERSION")
                        && !field.getName().contains("BYTES")) {
                    return field.getName() + flags;
                }
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
        }
        throw new AssertionError("kind=" + kind + " has no name");
    }

    @Override
    public Set<String> schemes() {
        return inner.schemes();
    }

    @Override
    public Listener listen(URI address, IoLoops loops, Function<Wire, Receiver> accept) {
        return inner.listen(address, loops, wire -> accept.apply(new Recorded(wire, "<")));
    }

    @Override
    public void connect(
            URI address, Dispatcher loop, Function<Wire, Receiver> opened, Consumer<TransportException> failed) {
        inner.connect(address, loop, wire -> opened.apply(new Recorded(wire, ">")), failed);
    }

    private final class Recorded implements Wire {
        private final Wire wire;
        private final String direction;

        Recorded(Wire wire, String direction) {
            this.wire = wire;
            this.direction = direction;
            wires.add(wire);
        }

        @Override
        public boolean canMove() {
            return wire.canMove();
        }

        @Override
        public void moveTo(Dispatcher newLoop, Runnable moved) {
            wire.moveTo(newLoop, moved);
        }

        @Override
        public Dispatcher loop() {
            return wire.loop();
        }

        @Override
        public void send(byte[] bytes, int offset, int length) {
            write(direction, Arrays.copyOfRange(bytes, offset, offset + length));
            wire.send(bytes, offset, length);
        }

        @Override
        public boolean isWritable() {
            return wire.isWritable();
        }

        @Override
        public void close() {
            wire.close();
        }

        @Override
        public String peer() {
            return wire.peer();
        }

        @Override
        public boolean isPrivate() {
            return true;
        }
    }
}
