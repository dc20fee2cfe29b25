package io.tellask.codec.graph;

/**
 * An int[] whose elements all fit a byte: count, one byte each. Only the root of a message is written so; it is read
 * wherever it stands.
 */
public final class NarrowInts extends TypeCodec {
    static final int HEAD = 31;
    public static final NarrowInts CODEC = new NarrowInts();

    private static final int SAMPLE = 16;

    private NarrowInts() {
        super(int[].class, HEAD, true);
    }

    /** A few elements usually tell that the others need not be looked at. */
    static boolean suits(int[] array) {
        return fit(array, Math.min(array.length, SAMPLE)) && fit(array, array.length);
    }

    private static boolean fit(int[] array, int count) {
        int bits = 0;
        for (int i = 0; i < count; i++) {
            bits |= array[i] ^ array[i] >> 31;
        }
        return bits <= Byte.MAX_VALUE;
    }

    @Override
    public void write(GraphWriter out, Object value) {
        int[] array = (int[]) value;
        out.countSlots(array.length, 1);
        out.out.writeVarInt(array.length);
        out.out.reserve(array.length);
        byte[] target = out.out.array();
        int at = out.out.position();
        for (int i = 0; i < array.length; i++) {
            target[at + i] = (byte) array[i];
        }
        out.out.advanceTo(at + array.length);
    }

    @Override
    public Object read(GraphReader in) {
        int length = in.readSlots(1);
        in.unbacked.takeHeap((long) Integer.BYTES * length, in);
        int[] array = new int[length];
        byte[] source = in.in.array();
        int at = in.in.position();
        for (int i = 0; i < array.length; i++) {
            array[i] = source[at + i];
        }
        in.in.advanceTo(at + array.length);
        in.register(array);
        return array;
    }
}
