package io.tellask.testkit;

import io.tellask.actor.contract.Contract;
import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.remote.Client;
import io.tellask.remote.Limits;
import io.tellask.remote.Receiver;
import io.tellask.remote.Wire;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** The other end of a session that speaks frames as the test says, right or wrong. */
final class RawPeer implements Receiver {
    static final int HELLO = 0x01;
    static final int WELCOME = 0x02;
    static final int CLOSE = 0x03;
    static final int PING = 0x04;
    static final int PONG = 0x05;
    static final int ACK = 0x06;
    static final int LOOKUP = 0x08;
    static final int CONTRACT = 0x09;
    static final int CREDIT = 0x0B;
    static final int RELEASE = 0x0C;
    static final int TELL = 0x10;
    static final int ASK = 0x11;
    static final int OPEN = 0x12;
    static final int ANSWER = 0x13;
    static final int ANSWER_NULL = 0x14;
    static final int ANSWER_REFERENCE = 0x15;
    static final int FAILURE = 0x16;
    static final int ITEM = 0x19;

    /** The feature of a hello. */
    static final int RESUMES = 32;

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

    /** Listens in a rig's place for the next client of an address. */
    static CompletableFuture<RawPeer> listen(Rig rig, URI address) {
        CompletableFuture<RawPeer> accepted = new CompletableFuture<>();
        rig.transport.listen(address, rig.there.ioLoops(), wire -> {
            RawPeer peer = new RawPeer(rig.simulation, wire);
            accepted.complete(peer);
            return peer;
        });
        return accepted;
    }

    /** As {@link #listen}, for a client that is welcomed and finds the office: its reference id and its contract id are 1. */
    static Office found(Rig rig, URI address, Limits limits, Consumer<RawPeer> server) {
        return found(rig, address, limits, 0, server);
    }

    /** As {@link #found(Rig, URI, Limits, Consumer)}, with the features of the hello. */
    static Office found(Rig rig, URI address, Limits limits, int features, Consumer<RawPeer> server) {
        CompletableFuture<RawPeer> accepted = listen(rig, address);
        CompletableFuture<Client> connecting =
                Client.builder(rig.here).transport(rig.transport).limits(limits).connectAsync(address);
        RawPeer peer = rig.simulation.await(accepted);
        peer.send(WELCOME, out -> writeHello(out, features));
        CompletableFuture<Office> found = rig.simulation.await(connecting).lookupAsync("office", Office.class);
        rig.simulation.runUntilIdle();
        peer.send(CONTRACT, RawPeer::writeContract);
        peer.send(ANSWER_REFERENCE, out -> {
            out.writeInt32(peer.callId(LOOKUP, 0));
            out.writeVarInt(1);
            out.writeVarInt(1);
        });
        server.accept(peer);
        return rig.simulation.await(found);
    }

    /** Announces the office as contract 1. */
    static void writeContract(ByteWriter out) {
        List<String> signatures = new ArrayList<>();
        Contract.of(Office.class).methods().forEach(method -> signatures.add(method.signature()));
        out.writeVarInt(1);
        out.writeUtf8(Office.class.getName());
        out.writeVarInt(signatures.size());
        signatures.forEach(out::writeUtf8);
    }

    /** The call id, behind so many bytes of the body, of the last frame of a kind that came. */
    int callId(int wanted, int behind) {
        List<Integer> ids = new ArrayList<>();
        forEachFrame((kind, body) -> {
            if (kind == wanted) {
                body.skip(behind);
                ids.add(body.readInt32());
            }
        });
        return ids.getLast();
    }

    static void writeHello(ByteWriter out) {
        writeHello(out, 0);
    }

    static void writeHello(ByteWriter out, int features) {
        out.writeInt32(MAGIC);
        for (int field : new int[] {0, features, 0, 256 * 1024, 64 * 1024 * 1024, 4_096, 1024 * 1024, 65_536}) {
            out.writeVarInt(field);
        }
    }

    /** The hello of a client that goes on with a session. */
    static void writeResumingHello(ByteWriter out, byte[] token, long position) {
        writeResumingHello(out, RESUMES, token, position);
    }

    static void writeResumingHello(ByteWriter out, int features, byte[] token, long position) {
        out.writeInt32(MAGIC);
        out.writeVarInt(0);
        out.writeVarInt(features);
        out.writeVarInt(token.length);
        out.writeBytes(token, 0, token.length);
        for (int field : new int[] {256 * 1024, 64 * 1024 * 1024, 4_096, 1024 * 1024, 65_536, 0, 0}) {
            out.writeVarInt(field);
        }
        out.writeVarLong(position + 1);
    }

    /** The token that the server gave, and the position that it goes on from, or -1. */
    record Welcome(byte[] token, long position) {}

    Welcome welcome() {
        List<Welcome> welcomes = new ArrayList<>();
        forEachFrame((kind, body) -> {
            if (kind == WELCOME) {
                body.readInt32();
                body.readVarInt();
                body.readVarInt();
                byte[] token = body.readBytes(body.readVarInt());
                for (int i = 0; i < 5; i++) {
                    body.readVarInt();
                }
                if (body.remaining() > 0) {
                    body.readUtf8();
                    body.readVarInt();
                }
                welcomes.add(new Welcome(token, body.remaining() == 0 ? -1 : body.readVarLong() - 1));
            }
        });
        return welcomes.getFirst();
    }

    /** How many bytes came behind the welcome. */
    long bytesBehindWelcome() {
        byte[] all = bytes.toByteArray();
        int end = 4 + (new ByteReader(all).readInt32() & 0xFF_FFFF);
        return all.length - end;
    }

    /** The bodies of the frames of a kind. */
    List<ByteReader> bodies(int wanted) {
        List<ByteReader> found = new ArrayList<>();
        forEachFrame((kind, body) -> {
            if (kind == wanted) {
                found.add(body);
            }
        });
        return found;
    }

    /** Breaks the connection off without a word, and lets the simulation run. */
    void vanish() {
        wire.loop().execute(wire::close);
        simulation.runUntilIdle();
    }

    /** The number of a method of the office: methods are numbered in the order of their signatures. */
    static int methodOf(String name) {
        List<String> names = new ArrayList<>();
        Contract.of(Office.class).methods().forEach(method -> names.add(method.name()));
        return names.indexOf(name);
    }

    /** Sends one frame, and lets the simulation run. */
    void send(int kind, Consumer<ByteWriter> body) {
        send(kind, List.of(body));
    }

    /** Sends frames of a kind so that they arrive at once, and lets the simulation run. */
    void send(int kind, List<Consumer<ByteWriter>> bodies) {
        ByteWriter frames = new ByteWriter(64);
        for (Consumer<ByteWriter> body : bodies) {
            ByteWriter out = new ByteWriter(64);
            body.accept(out);
            frames.writeInt32(kind << 24 | out.position());
            frames.writeBytes(out.array(), 0, out.position());
        }
        byte[] whole = frames.toByteArray();
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

    /** What the answers that came hold, as texts. */
    List<String> answers() {
        List<String> answers = new ArrayList<>();
        forEachFrame((kind, body) -> {
            if (kind == ANSWER) {
                body.readInt32();
                answers.add(new String(body.readBytes(body.remaining()), StandardCharsets.UTF_8));
            }
        });
        return answers;
    }

    /** The texts of the session's own failures that came. */
    List<String> failures() {
        List<String> failures = new ArrayList<>();
        forEachFrame((kind, body) -> {
            if (kind == FAILURE) {
                body.readInt32();
                body.readByte();
                failures.add(body.readUtf8());
            }
        });
        return failures;
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
