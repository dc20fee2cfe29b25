package io.tellask.testkit;

import io.tellask.actor.runtime.Contract;
import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.remote.Receiver;
import io.tellask.remote.Wire;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** The other end of a session that speaks frames as the test says, right or wrong. */
final class RawPeer implements Receiver {
    static final int HELLO = 0x01;
    static final int CLOSE = 0x03;
    static final int PING = 0x04;
    static final int PONG = 0x05;
    static final int LOOKUP = 0x08;
    static final int CREDIT = 0x0B;
    static final int TELL = 0x10;
    static final int ASK = 0x11;

    private static final int MAGIC = 0x4B534C54;

    private final Simulation simulation;
    private final Wire wire;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private byte[] array = new byte[0];
    private boolean closed;

    RawPeer(Simulation simulation, Wire wire) {
        this.simulation = simulation;
        this.wire = wire;
    }

    /** Connects to a rig's server. */
    static RawPeer connect(Rig rig) {
        List<RawPeer> opened = new ArrayList<>();
        rig.transport.connect(
                Rig.ADDRESS,
                rig.here.ioLoops().all().getFirst(),
                wire -> {
                    opened.add(new RawPeer(rig.simulation, wire));
                    return opened.getFirst();
                },
                failure -> {
                    throw failure;
                });
        rig.simulation.runUntilIdle();
        return opened.getFirst();
    }

    /** Connects, introduces itself and looks the office up, whose reference id is 1. */
    static RawPeer introduced(Rig rig) {
        RawPeer peer = connect(rig);
        peer.send(HELLO, RawPeer::writeHello);
        peer.send(LOOKUP, out -> {
            out.writeInt32(1 << 16);
            out.writeUtf8("office");
        });
        return peer;
    }

    static void writeHello(ByteWriter out) {
        out.writeInt32(MAGIC);
        for (int field : new int[] {0, 0, 0, 256 * 1024, 64 * 1024 * 1024, 4_096, 1024 * 1024, 65_536}) {
            out.writeVarInt(field);
        }
    }

    /** The number of a method of the office: methods are numbered in the order of their signatures. */
    static int methodOf(String name) {
        List<String> names = new ArrayList<>();
        Contract.of(Office.class).methods().forEach(method -> names.add(method.name()));
        return names.indexOf(name);
    }

    /** Sends one frame, and lets the simulation run. */
    void send(int kind, Consumer<ByteWriter> body) {
        ByteWriter out = new ByteWriter(64);
        body.accept(out);
        ByteWriter frame = new ByteWriter(64);
        frame.writeInt32(kind << 24 | out.position());
        frame.writeBytes(out.array(), 0, out.position());
        byte[] whole = frame.toByteArray();
        wire.loop().execute(() -> wire.send(whole, 0, whole.length));
        simulation.runUntilIdle();
    }

    boolean isClosed() {
        return closed;
    }

    /** The kinds of the frames that came. */
    List<Integer> kinds() {
        List<Integer> kinds = new ArrayList<>();
        forEachFrame((kind, body) -> kinds.add(kind));
        return kinds;
    }

    /** What the other side said when it closed the connection. */
    String closeReason() {
        List<String> reasons = new ArrayList<>();
        forEachFrame((kind, body) -> {
            if (kind == CLOSE) {
                body.readVarInt();
                reasons.add(body.readUtf8());
            }
        });
        return reasons.isEmpty() ? "not closed" : reasons.getFirst();
    }

    private interface FrameAction {
        void accept(int kind, ByteReader body);
    }

    private void forEachFrame(FrameAction action) {
        byte[] all = bytes.toByteArray();
        for (int at = 0; at + 4 <= all.length; ) {
            int header = new ByteReader(Arrays.copyOfRange(all, at, at + 4)).readInt32();
            int end = at + 4 + (header & 0xFF_FFFF);
            action.accept(header >>> 24, new ByteReader(Arrays.copyOfRange(all, at + 4, end)));
            at = end;
        }
    }

    @Override
    public byte[] array(int count) {
        array = new byte[count];
        return array;
    }

    @Override
    public int offset() {
        return 0;
    }

    @Override
    public void received(int count) {
        bytes.write(array, 0, count);
    }

    @Override
    public void writable() {
        // everything was handed to the wire at once
    }

    @Override
    public void closed(Throwable cause) {
        closed = true;
    }
}
