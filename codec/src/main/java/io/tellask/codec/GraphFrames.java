package io.tellask.codec;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** The frames of a stream of graphs: their kinds, lengths and bytes. Not thread-safe. */
final class GraphFrames {
    static final int SKIPPED_AT_ONCE = 1 << 14;

    private static final int VARINT_BITS = 35;

    private final InputStream source;
    private long position;
    private @Nullable String damage;

    /** Bytes of a frame that was too long, which are not read yet. */
    private int refused;

    GraphFrames(InputStream source) {
        this.source = source;
    }

    /** Reads what a stream begins with. */
    void readStart() throws IOException {
        ByteReader head = new ByteReader(readBytes(Integer.BYTES + 1));
        int magic = head.readInt32();
        int version = head.readByte();
        if (magic != GraphOutput.MAGIC || version != GraphOutput.VERSION) {
            throw DecodeException.at(
                    0,
                    "decode: magic=0x" + Integer.toHexString(magic) + ", version=" + version
                            + " is no stream of graphs of version " + GraphOutput.VERSION
                            + "; the bytes are damaged or of another kind");
        }
    }

    /** If the source fails here, nothing is lost: the next call goes on. */
    int readKind() throws IOException {
        requireWhole();
        if (refused > 0) {
            skipRefused();
        }
        return known(source.read());
    }

    private void requireWhole() {
        if (damage != null) {
            throw new DecodeException(damage);
        }
    }

    /** The source failed within a frame: it is not known how much of it is gone. */
    private IOException lost(IOException failure) {
        damage = "decode: the source failed within a stream of graphs, offset=" + position
                + ", so that what follows cannot be" + " told; read it again from its start";
        return failure;
    }

    /** A stream in which no further frame can be found. */
    DecodeException unknown(int kind) {
        return damaged("frame kind=" + kind + " of a stream of graphs is unknown", position - 1);
    }

    /** The same of a frame where another has to be. */
    DecodeException misplaced(int kind) {
        return damaged("frame kind=" + kind + " does not belong there, between or within graphs", position - 1);
    }

    private DecodeException damaged(String what, long offset) {
        damage = "decode: " + what + ", offset=" + offset + "; the stream is damaged";
        return new DecodeException(damage);
    }

    int readLength() throws IOException {
        int length = 0;
        int shift = 0;
        int part;
        do {
            if (shift == VARINT_BITS) {
                throw damaged("length of a frame is longer than 5 bytes", position);
            }
            part = readByte();
            length |= (part & 0x7F) << shift;
            shift += 7;
        } while (part > 0x7F);
        if (length < 0) {
            throw damaged("frame bytes=" + Integer.toUnsignedString(length) + " > " + Integer.MAX_VALUE, position);
        }
        return length;
    }

    /** Reads a frame whole; it grows with what arrives, so that a length alone allocates nothing. */
    byte[] readFrame(int maxBytes) throws IOException {
        int length = readLength();
        if (length > maxBytes) {
            refused = length;
            throw new DecodeException("decode: frame bytes=" + length + " > limits.bytes=" + maxBytes + ", offset="
                    + position + "; raise the limit");
        }
        return readBytes(length);
    }

    /** Passes over the bytes of a frame that was refused. */
    private void skipRefused() throws IOException {
        byte[] skipped = new byte[Math.min(refused, SKIPPED_AT_ONCE)];
        while (refused > 0) {
            refused -= read(skipped, 0, skipped.length, refused);
        }
    }

    private byte[] readBytes(int length) throws IOException {
        byte[] bytes;
        try {
            bytes = source.readNBytes(length);
        } catch (IOException failure) {
            throw lost(failure);
        }
        position += bytes.length;
        if (bytes.length < length) {
            throw truncated(length - bytes.length);
        }
        return bytes;
    }

    /** Reads a part of a frame of which {@code left} bytes are left; gives how many, at least one. */
    int read(byte[] target, int at, int most, int left) throws IOException {
        requireWhole();
        int count;
        try {
            count = source.read(target, at, Math.min(most, left));
        } catch (IOException failure) {
            throw lost(failure);
        }
        if (count < 0) {
            throw truncated(left);
        }
        position += count;
        return count;
    }

    private int readByte() throws IOException {
        try {
            return known(source.read());
        } catch (IOException failure) {
            throw lost(failure);
        }
    }

    private int known(int value) {
        if (value < 0) {
            throw truncated(1);
        }
        position++;
        return value;
    }

    private DecodeException truncated(int missing) {
        return new DecodeException("decode: stream of graphs ends without its end mark, offset=" + position
                + ", missing at least bytes=" + missing + "; it was cut off or never ended");
    }

    void close() throws IOException {
        source.close();
    }
}
