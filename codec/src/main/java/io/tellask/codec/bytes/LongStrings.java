package io.tellask.codec.bytes;

import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.DecodeException;
import io.tellask.codec.EncodeException;

/** Strings that are long or have characters above 255. Reused between messages; not thread-safe. */
public final class LongStrings {
    private static final int SCRATCH_CHARS = 1_024;

    /** What a reader keeps at most; a longer string has characters of its own. */
    private static final int RETAINED_CHARS = 32 * 1_024;

    private char[] scratch = new char[SCRATCH_CHARS];

    public void write(ByteWriter out, String value) {
        if (Strings.isLatin1(value)) {
            writeLatin(out, value);
        } else {
            writeWide(out, value);
        }
    }

    private static void writeLatin(ByteWriter out, String value) {
        int length = value.length();
        out.reserve(length + 5);
        int at = Varints.putVarInt(out.array(), out.position(), length + Strings.FIRST_LATIN_HEAD);
        Strings.putLatin1(value, out.array(), at);
        out.advanceTo(at + length);
    }

    private void writeWide(ByteWriter out, String value) {
        int length = value.length();
        if (length > (ByteWriter.MAX_BYTES - 64) / 2) {
            throw new EncodeException("encode: characters=" + length + " > MAX_BYTES/2=" + ByteWriter.MAX_BYTES / 2
                    + "; split the string");
        }
        out.reserve(2 * length + 6);
        out.writeByte(Strings.WIDE_HEAD);
        out.writeVarInt(length);
        int at = out.position();
        Strings.putUtf16(value, scratch, out.array(), at);
        out.advanceTo(at + 2 * length);
    }

    /** Reads a body that begins with {@code head}. */
    public String read(ByteReader in, int head) {
        boolean wide = head == Strings.WIDE_HEAD;
        if (!wide && head < Strings.FIRST_LATIN_HEAD) {
            throw new DecodeException("decode: string head=" + Integer.toUnsignedString(head) + " is unknown, offset="
                    + in.offset() + "; the stream is damaged");
        }
        int length = wide ? in.readCount(2) : head - Strings.FIRST_LATIN_HEAD;
        int bytes = wide ? 2 * length : length;
        in.require(bytes);
        int at = in.position();
        in.advanceTo(at + bytes);
        return wide ? readWide(in.array(), at, length) : Strings.latin1(in.array(), at, length);
    }

    /**
     * A string of so many characters of two bytes that are there: by way of characters that are kept, because a constructor of
     * String takes its bytes in no faster way.
     */
    public String readWide(byte[] array, int at, int length) {
        if (length > RETAINED_CHARS) {
            return Strings.utf16(array, at, length, new char[length]);
        }
        if (scratch.length < length) {
            scratch = new char[Math.min(2 * length, RETAINED_CHARS)];
        }
        return Strings.utf16(array, at, length, scratch);
    }
}
