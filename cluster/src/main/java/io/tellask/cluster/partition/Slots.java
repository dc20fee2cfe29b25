package io.tellask.cluster.partition;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;

/** The parts that keys are divided into: 16,384, by the same function of a key's bytes as Redis Cluster has. Stateless. */
public final class Slots {
    /** How many there are. */
    public static final int COUNT = 16_384;

    private static final int POLYNOMIAL = 0x1021;
    private static final char[] REMAINDERS = remainders();

    private Slots() {}

    private static char[] remainders() {
        char[] table = new char[256];
        for (int i = 0; i < table.length; i++) {
            int remainder = i << 8;
            for (int bit = 0; bit < 8; bit++) {
                remainder = (remainder << 1) ^ ((remainder & 0x8000) == 0 ? 0 : POLYNOMIAL);
            }
            table[i] = (char) remainder;
        }
        return table;
    }

    /**
     * The slot of a key: the checksum CRC-16 (XMODEM) of its bytes, modulo {@link #COUNT}. Where there is something between the first brace that
     * opens and the next one that closes, it is the checksum of that alone: keys with the same <code>{tag}</code> are in the same slot.
     *
     * @param key as it is stored: a string is UTF-8
     */
    public static int of(byte[] key) {
        int begin = 0;
        int end = Objects.requireNonNull(key, "key").length;
        int opens = indexOf(key, '{', 0);
        int closes = opens < 0 ? -1 : indexOf(key, '}', opens + 1);
        if (closes > opens + 1) {
            begin = opens + 1;
            end = closes;
        }
        int checksum = 0;
        for (int i = begin; i < end; i++) {
            checksum = (checksum << 8 ^ REMAINDERS[(checksum >>> 8 ^ key[i]) & 0xff]) & 0xffff;
        }
        return checksum % COUNT;
    }

    private static int indexOf(byte[] key, char sign, int from) {
        for (int i = from; i < key.length; i++) {
            if (key[i] == sign) {
                return i;
            }
        }
        return -1;
    }

    /** The bits of slots, as they are sent; others may have made them. */
    static BitSet read(byte[] bits) {
        if (bits.length > COUNT / Byte.SIZE) {
            throw new IllegalArgumentException(
                    "cluster: bytes of a set of slots=" + bits.length + ", allowed=0.." + COUNT / Byte.SIZE);
        }
        return BitSet.valueOf(bits);
    }

    static BitSet of(int... slots) {
        BitSet set = new BitSet(COUNT);
        Arrays.stream(slots).forEach(slot -> set.set(require(slot)));
        return set;
    }

    static int require(int slot) {
        if (slot < 0 || slot >= COUNT) {
            throw new IllegalArgumentException("cluster: slot=" + slot + ", allowed=0.." + (COUNT - 1));
        }
        return slot;
    }
}
