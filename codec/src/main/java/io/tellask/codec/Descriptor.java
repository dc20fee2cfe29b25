package io.tellask.codec;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a class looks like on the wire: its name and its fields in the order in which bodies carry them.
 *
 * <pre>
 * +------+-----------+-------------+----------------------------------+
 * | kind | name      | count varint| count times: field kind 1B, name |
 * | 1 B  | UTF-8 str |             | (enums: constant names only)     |
 * +------+-----------+-------------+----------------------------------+
 * </pre>
 *
 * The fingerprint is the first eight bytes of the SHA-256 of these bytes, little-endian. Immutable.
 */
final class Descriptor {
    static final int OBJECT = 0;
    static final int RECORD = 1;
    static final int ENUM = 2;
    static final int TYPE = 3;
    static final int THROWABLE = 4;

    private static final int MAX_NAME_BYTES = 1_024;
    private static final String FIELD_KINDS = "ZBSCIJFDTL";

    final int kind;
    final String className;
    final List<FieldSpec> fields;
    final byte[] bytes;
    private volatile long fingerprint;

    Descriptor(int kind, String className, List<FieldSpec> fields) {
        this(kind, className, List.copyOf(fields), toBytes(kind, className, fields));
    }

    private Descriptor(int kind, String className, List<FieldSpec> fields, byte[] bytes) {
        this.kind = kind;
        this.className = className;
        this.fields = fields;
        this.bytes = bytes;
    }

    static Descriptor parse(byte[] bytes) {
        ByteReader in = new ByteReader(bytes);
        int kind = in.readByte();
        if (kind < OBJECT || kind > THROWABLE) {
            throw new DecodeException(
                    "decode: descriptor kind=" + kind + " is unknown; the stream is damaged or newer than this reader");
        }
        String name = readName(in);
        int count = in.readCount(kind == ENUM ? 1 : 2);
        List<FieldSpec> fields = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            char fieldKind = kind == ENUM ? 'E' : (char) in.readByte();
            if (kind != ENUM && FIELD_KINDS.indexOf(fieldKind) < 0) {
                throw new DecodeException("decode: field kind=" + (int) fieldKind + " of class=" + name
                        + " is unknown; the stream is damaged");
            }
            fields.add(new FieldSpec(fieldKind, readName(in)));
        }
        if (in.remaining() != 0) {
            throw new DecodeException("decode: descriptor of class=" + name + " has bytes=" + in.remaining()
                    + " too many; the stream is damaged");
        }
        return new Descriptor(kind, name, List.copyOf(fields), bytes);
    }

    private static String readName(ByteReader in) {
        int length = in.readCount(1);
        if (length > MAX_NAME_BYTES) {
            throw new DecodeException("decode: name length=" + length + " > MAX_NAME_BYTES=" + MAX_NAME_BYTES
                    + "; the stream is damaged");
        }
        return new String(in.readBytes(length), StandardCharsets.UTF_8);
    }

    private static byte[] toBytes(int kind, String className, List<FieldSpec> fields) {
        ByteWriter out = new ByteWriter(128);
        out.writeByte(kind);
        writeName(out, className);
        out.writeVarInt(fields.size());
        for (FieldSpec field : fields) {
            if (kind != ENUM) {
                out.writeByte(field.kind());
            }
            writeName(out, field.name());
        }
        return out.toByteArray();
    }

    private static void writeName(ByteWriter out, String name) {
        byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
        if (utf8.length > MAX_NAME_BYTES) {
            throw new EncodeException("encode: name length=" + utf8.length + " > MAX_NAME_BYTES=" + MAX_NAME_BYTES
                    + ", name=" + name + "; shorten it");
        }
        out.writeVarInt(utf8.length);
        out.writeBytes(utf8, 0, utf8.length);
    }

    static long fingerprintOf(byte[] bytes) {
        try {
            return new ByteReader(MessageDigest.getInstance("SHA-256").digest(bytes)).readInt64();
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }

    /** Computed when first asked for: only stores need it. */
    long fingerprint() {
        long known = fingerprint;
        if (known == 0) {
            known = fingerprintOf(bytes);
            fingerprint = known;
        }
        return known;
    }

    boolean sameAs(Descriptor other) {
        return Arrays.equals(bytes, other.bytes);
    }

    @Override
    public String toString() {
        return className + fields;
    }

    /**
     * One field of a body.
     *
     * @param kind Z B S C I J F D for primitives, T for a string slot, L for any other reference, E for an enum
     * constant
     */
    record FieldSpec(char kind, String name) {
        static char kindOf(Class<?> type) {
            return type == String.class
                    ? 'T'
                    : type.isPrimitive() ? type.descriptorString().charAt(0) : 'L';
        }

        @Override
        public String toString() {
            return kind + " " + name;
        }
    }
}
