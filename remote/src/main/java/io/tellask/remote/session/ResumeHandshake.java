package io.tellask.remote.session;

import io.tellask.actor.Cancellable;
import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.CodecException;
import io.tellask.remote.AuthenticationException;
import io.tellask.remote.Credential;
import io.tellask.remote.DisconnectedException;
import io.tellask.remote.ProtocolException;
import io.tellask.remote.Receiver;
import io.tellask.remote.Wire;
import io.tellask.remote.frame.FrameType;
import io.tellask.remote.frame.Hello;
import io.tellask.remote.resume.Link;
import io.tellask.text.SafeText;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a client asks a server to go on with a session over a new connection: shows the token and how far it came, and hears how far the server came.
 * Then the connection is the session's. Belongs to the session's loop.
 */
public final class ResumeHandshake implements Link.Owner, Receiver {
    private static final int READ_BYTES = 1_024;

    private final Endpoint session;
    private final Link link;
    private final Consumer<Outcome> outcome;
    private final Cancellable timer;
    private byte[] bytes = new byte[READ_BYTES];
    private int end;
    private boolean decided;

    /** What came of it. */
    public sealed interface Outcome {
        /** The session goes on. */
        record Resumed() implements Outcome {}

        /** The server does not know the session any more. */
        record Lost(RuntimeException why) implements Outcome {}

        /** It did not come to that. @param afterMillis when the server wants to be asked again; 0: any time */
        record Failed(RuntimeException why, int afterMillis) implements Outcome {}
    }

    private ResumeHandshake(Endpoint session, Wire wire, Consumer<Outcome> outcome) {
        this.session = session;
        this.outcome = outcome;
        link = new Link(wire, this);
        timer = session.schedule(this::late, session.limits().handshakeTime().toNanos());
    }

    static Receiver begin(Endpoint session, Wire wire, @Nullable Credential credential, Consumer<Outcome> outcome) {
        ResumeHandshake handshake = new ResumeHandshake(session, wire, outcome);
        ByteWriter hello = new ByteWriter(256);
        hello.writeInt32(0);
        Hello.of(session.limits())
                .showing(credential)
                .choosing(session.settings().encoding())
                .resuming(session.continuity().here())
                .write(hello);
        hello.patchInt32(0, FrameType.header(FrameType.HELLO, hello.position() - FrameType.HEADER_BYTES));
        wire.send(hello.array(), 0, hello.position());
        return handshake.link;
    }

    private void late() {
        failed("nothing heard within handshakeTime=" + session.limits().handshakeTime());
    }

    private void failed(String why) {
        decide(new Outcome.Failed(
                new DisconnectedException("resume: peer=" + link.wire().peer() + ", " + why), 0));
    }

    private void decide(Outcome what) {
        if (!decided) {
            decided = true;
            timer.cancel();
            if (!(what instanceof Outcome.Resumed)) {
                link.handTo(null);
                link.wire().close();
            }
            outcome.accept(what);
        }
    }

    @Override
    public Receiver input() {
        return this;
    }

    @Override
    public int mostBytes() {
        return READ_BYTES;
    }

    @Override
    public byte[] array(int count) {
        if (bytes.length - end < count) {
            bytes = Arrays.copyOf(bytes, end + count);
        }
        return bytes;
    }

    @Override
    public int offset() {
        return end;
    }

    @Override
    public void received(int count) {
        end += count;
        if (decided || end < FrameType.HEADER_BYTES) {
            return;
        }
        int frameBytes = FrameType.HEADER_BYTES + FrameType.bodyBytes(bytes, 0);
        if (frameBytes > session.limits().frameBytes()) {
            failed("frame: bytes=" + frameBytes + " > frameBytes="
                    + session.limits().frameBytes());
        } else if (end >= frameBytes) {
            ByteReader body = new ByteReader();
            body.wrap(bytes, FrameType.HEADER_BYTES, frameBytes - FrameType.HEADER_BYTES);
            try {
                answered(bytes[FrameType.HEADER_BYTES - 1] & 0xFF, body, frameBytes);
            } catch (ProtocolException | CodecException damaged) {
                failed(String.valueOf(damaged.getMessage()));
            }
        }
    }

    private void answered(int kind, ByteReader body, int frameBytes) {
        switch (kind) {
            case FrameType.WELCOME -> welcomed(Hello.read(body), frameBytes);
            case FrameType.CLOSE -> refused(body.readVarInt(), SafeText.of(body.readUtf8()), body);
            default -> failed("hello: introduction of kind=" + kind + ", expected=" + FrameType.WELCOME);
        }
    }

    private void refused(int code, String reason, ByteReader body) {
        String text = "resume: peer=" + link.wire().peer() + " refused, " + reason;
        decide(
                switch (code) {
                    case FrameType.CLOSED_AS_LOST -> new Outcome.Lost(new DisconnectedException(text));
                    case FrameType.CLOSED_TO_STRANGER -> new Outcome.Lost(new AuthenticationException(text));
                    case FrameType.CLOSED_FOR_NOW ->
                        new Outcome.Failed(
                                new DisconnectedException(text),
                                body.remaining() == 0 ? FrameType.COME_BACK_MILLIS : body.readVarInt());
                    default -> new Outcome.Failed(new DisconnectedException(text), 0);
                });
    }

    private void welcomed(Hello server, int frameBytes) {
        if (server.encoding() != session.settings().encoding()) {
            failed("values are to be " + server.encoding() + ", those of the session are "
                    + session.settings().encoding());
            return;
        }
        if (!server.resume().goesOn()
                || !session.wire().canGoOnFrom(server.resume().position())) {
            decide(new Outcome.Lost(
                    new DisconnectedException("resume: peer=" + link.wire().peer() + " goes on from position="
                            + server.resume().position() + ", from where on this side has not kept what it sent")));
            return;
        }
        decide(new Outcome.Resumed());
        int rest = end - frameBytes;
        link.handTo(null);
        session.continuity().goOn(link, server.resume());
        if (rest > 0) {
            Receiver input = session.wire().input();
            System.arraycopy(bytes, frameBytes, input.array(rest), input.offset(), rest);
            input.received(rest);
        }
    }

    @Override
    public void writable() {}

    @Override
    public void closed(@Nullable Throwable cause) {
        throw new IllegalStateException("resume: a link tells its owner, not its input, that it has ended");
    }

    @Override
    public void ended(Link ended, @Nullable Throwable cause) {
        failed(String.valueOf(session.inbound().end().disconnected(cause).getMessage()));
    }
}
