package io.tellask.remote.frame;

import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.remote.Credential;
import io.tellask.remote.Limits;
import io.tellask.remote.ProtocolException;
import io.tellask.remote.ValueEncoding;
import org.jspecify.annotations.Nullable;

/**
 * What both sides say first: magic, version, features, the limits that the other side must keep, and how the session is resumed.
 *
 * @param features bits, of which those that are not known are ignored
 * @param frameBytes the longest frame this side reads
 * @param messageBytes the longest message this side assembles
 * @param creditMessages the calls that may wait at each of this side's references
 * @param creditBytes the bytes of such calls
 * @param callsInFlight the unanswered asks this side accepts
 * @param credential what proves who this side is; null where it shows nothing
 * @param resume which session goes on, or may later
 */
public record Hello(
        long features,
        int frameBytes,
        int messageBytes,
        int creditMessages,
        int creditBytes,
        int callsInFlight,
        @Nullable Credential credential,
        ResumePoint resume) {
    /** A feature: this side reads messages of the codec in their wide form. */
    private static final long WIDE_FORM = 1;

    /** A feature: this side takes references to actors with any call, answer or item. */
    private static final long REFERENCES = 2;

    /** A feature: this side takes calls of an actor that an unanswered call brings. */
    private static final long PIPELINING = 4;

    /** A feature: this side takes publishers as arguments. */
    private static final long STREAMS = 8;

    /** A feature: this side takes traces with calls. */
    private static final long TRACES = 16;

    /** A feature: this side can go on with a session over another connection. */
    private static final long RESUME = 32;

    /** Features: of a client, that the values of its session are CBOR or JSON; of a server, that it takes them. */
    private static final long CBOR = 64;

    private static final long JSON = 128;

    /** A feature: this side asks for the digests of contracts. */
    private static final long DIGESTS = 256;

    /** A feature: this side tells when an actor stops that the other one watches. */
    private static final long STOPS = 512;

    private static final int MOST_TOKEN_BYTES = 1_024;

    public static Hello of(Limits limits) {
        return new Hello(
                WIDE_FORM
                        | REFERENCES
                        | PIPELINING
                        | STREAMS
                        | TRACES
                        | STOPS
                        | (limits.resumeTime().isZero() ? 0 : RESUME),
                limits.frameBytes(),
                limits.messageBytes(),
                limits.creditMessages(),
                limits.creditBytes(),
                limits.callsInFlight(),
                null,
                ResumePoint.ABSENT);
    }

    /** The same with a credential. */
    public Hello showing(@Nullable Credential shown) {
        return new Hello(features, frameBytes, messageBytes, creditMessages, creditBytes, callsInFlight, shown, resume);
    }

    /** The same with a token, and perhaps a position. */
    public Hello resuming(ResumePoint point) {
        return new Hello(
                features, frameBytes, messageBytes, creditMessages, creditBytes, callsInFlight, credential, point);
    }

    /** Whether the session can outlive its connection, as far as this side goes. */
    public boolean resumes() {
        return (features & RESUME) != 0;
    }

    /** The same with an encoding of values. */
    public Hello choosing(ValueEncoding encoding) {
        long chosen = features
                | switch (encoding) {
                    case BINARY -> 0;
                    case CBOR -> CBOR;
                    case JSON -> JSON;
                };
        return new Hello(
                chosen, frameBytes, messageBytes, creditMessages, creditBytes, callsInFlight, credential, resume);
    }

    /** The encoding of values. */
    public ValueEncoding encoding() {
        if ((features & (CBOR | JSON)) == (CBOR | JSON)) {
            throw new ProtocolException(
                    "hello: values are to be cbor and json; choose one of the two, the peer is damaged or hostile");
        }
        return (features & CBOR) != 0
                ? ValueEncoding.CBOR
                : (features & JSON) != 0 ? ValueEncoding.JSON : ValueEncoding.BINARY;
    }

    /** Whether messages of the codec may have their wide form. */
    public boolean readsWideForm() {
        return (features & WIDE_FORM) != 0;
    }

    /** Whether references may come within messages, not only as results by themselves. */
    public boolean takesReferences() {
        return (features & REFERENCES) != 0;
    }

    /** Whether calls may name the call that brings their actor. */
    public boolean pipelines() {
        return (features & PIPELINING) != 0;
    }

    /** Whether publishers may be arguments. */
    public boolean takesStreams() {
        return (features & STREAMS) != 0;
    }

    /** Whether calls may carry a trace. */
    public boolean takesTraces() {
        return (features & TRACES) != 0;
    }

    /** Whether it tells when an actor stops. */
    public boolean tellsStops() {
        return (features & STOPS) != 0;
    }

    /** Whether contracts are to be announced with their digests. */
    public boolean wantsDigests() {
        return (features & DIGESTS) != 0;
    }

    public void write(ByteWriter out) {
        out.writeInt32(FrameType.MAGIC);
        out.writeVarInt(FrameType.VERSION);
        out.writeVarLong(features);
        out.writeVarInt(resume.token().length);
        out.writeBytes(resume.token(), 0, resume.token().length);
        out.writeVarInt(frameBytes);
        out.writeVarInt(messageBytes);
        out.writeVarInt(creditMessages);
        out.writeVarInt(creditBytes);
        out.writeVarInt(callsInFlight);
        if (credential != null) {
            byte[] secret = credential.secret();
            out.writeUtf8(credential.scheme());
            out.writeVarInt(secret.length);
            out.writeBytes(secret, 0, secret.length);
        } else if (resume.goesOn()) {
            out.writeUtf8(null);
            out.writeVarInt(0);
        }
        if (resume.goesOn()) {
            out.writeVarLong(resume.position() + 1);
        }
    }

    public static Hello read(ByteReader in) {
        int magic = in.readInt32();
        if (magic != FrameType.MAGIC) {
            throw new ProtocolException("hello: magic=" + Integer.toHexString(magic) + " is not "
                    + Integer.toHexString(FrameType.MAGIC) + "; the peer does not speak Tellask");
        }
        int version = in.readVarInt();
        if (version != FrameType.VERSION) {
            throw new ProtocolException("hello: version=" + version + " is not " + FrameType.VERSION
                    + "; use the same release of Tellask on both sides");
        }
        long features = in.readVarLong();
        int token = Counts.read(in, "hello", "token bytes", 0);
        if (token > MOST_TOKEN_BYTES) {
            throw new ProtocolException(
                    "hello: token bytes=" + token + " > limit=" + MOST_TOKEN_BYTES + "; the peer is damaged");
        }
        byte[] shown = in.readBytes(token);
        Hello fresh = new Hello(
                features,
                Math.min(FrameType.MOST_BODY_BYTES, Counts.read(in, "hello", "frameBytes", 1_024)),
                Counts.read(in, "hello", "messageBytes", 1_024),
                Counts.read(in, "hello", "creditMessages", 1),
                Counts.read(in, "hello", "creditBytes", 1_024),
                Counts.read(in, "hello", "callsInFlight", 1),
                in.remaining() == 0 ? null : readCredential(in),
                ResumePoint.ABSENT);
        fresh.encoding(); // refuses two
        return fresh.resuming(
                new ResumePoint(shown, token == 0 || in.remaining() == 0 ? ResumePoint.NEW : readPosition(in)));
    }

    private static long readPosition(ByteReader in) {
        long position = in.readVarLong() - 1; // 0 says that a session is opened, as no position does
        if (position < ResumePoint.NEW) {
            throw new ProtocolException("hello: position=" + position + " < 0; the peer is damaged or hostile");
        }
        return position;
    }

    private static @Nullable Credential readCredential(ByteReader in) {
        String scheme = in.readUtf8();
        int bytes = Counts.read(in, "hello", "credential bytes", 0);
        if (bytes > Credential.MOST_BYTES) {
            throw new ProtocolException("hello: credential bytes=" + bytes + " > limit=" + Credential.MOST_BYTES
                    + "; the peer is damaged or hostile");
        }
        byte[] secret = in.readBytes(bytes);
        if (scheme == null) {
            return null;
        }
        if (scheme.isEmpty() || scheme.length() > Credential.MOST_SCHEME_CHARS) {
            throw new ProtocolException("hello: credential scheme has " + scheme.length()
                    + " characters, expected 1 to " + Credential.MOST_SCHEME_CHARS
                    + "; the peer is damaged or hostile");
        }
        return Credential.of(scheme, secret);
    }
}
