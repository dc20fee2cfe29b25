package io.tellask.codec.bytes;

import io.tellask.codec.ByteReader;
import io.tellask.codec.DecodeException;
import java.util.Arrays;

/**
 * Finds a latin string of a message that does not track references again, so that its second slot is only the distance
 * back to the first.
 *
 * <p>The table holds nothing but offsets into the message, one for each hash of a length and two characters, and is
 * never cleared: whatever bytes lie at an offset, they count only if they are the same slot.
 *
 * <p>In a session, a field whose strings never repeat one nor are repeated is no longer looked up, but for one message in
 * {@value #TRIAL}: that a look-up is left out costs bytes, never the meaning. Not thread-safe.
 */
public final class RepeatedStrings {
    /** Shorter ones gain too little. */
    static final int LEAST_CHARS = 10;

    /** Longer ones are written again, so that a slot of few bytes can never stand for many. */
    static final int MOST_CHARS = Strings.SHORT;

    /** The site of slots that are no fields, which are always looked up. */
    public static final int ANYWHERE = 0;

    /** Strings of one field in turn that repeat nothing and are not repeated, before they are looked up no more. */
    static final int FRUITLESS = 100;

    /** One message in so many is looked through as a whole, for what may repeat by now. */
    static final int TRIAL = 64;

    /** How far back a slot of a graph in parts refers at most; readers keep as much. */
    public static final int MOST_DISTANCE_IN_PARTS = 1 << 16;

    private static final int SLOTS = 64;
    private static final int SITES = 256;

    /** Offset into the message, and 32 bits higher the site. */
    private final long[] slots = new long[SLOTS];

    private final byte[] fruitless = new byte[SITES];
    private int messages;
    private boolean trial;

    /** The site of a field: a few may share one, which then are looked up together or not at all. */
    public static int siteOf(int classOrdinal, int member) {
        return 1 + Math.floorMod(classOrdinal * 31 + member, SITES - 1);
    }

    /** Begins a message; one that is kept has the same bytes whatever was learned. */
    public void begin(boolean ofSession) {
        trial = !ofSession || (++messages & TRIAL - 1) == 0;
    }

    /** Finds no string from before again. */
    public void forget() {
        Arrays.fill(slots, 0);
    }

    /** Whether a string is to be looked up. */
    public boolean suits(String value, int site) {
        int length = value.length();
        return length >= LEAST_CHARS && length <= MOST_CHARS && (fruitless[site] < FRUITLESS || trial);
    }

    /**
     * The position of an earlier slot of {@code value}, or -1 and it will be found at {@code at}, where there is room
     * for it; the message begins at {@code start}.
     */
    public int find(String value, int site, byte[] array, int start, int at) {
        int chars = value.length();
        int slot = chars + value.charAt(chars - 1) * 7 + value.charAt(chars >> 1) * 31 & SLOTS - 1;
        long entry = slots[slot];
        int known = (int) entry + start;
        if (known > start && known < at && array[known] == chars + Strings.FIRST_LATIN_HEAD) {
            if (known + chars < at && Strings.isShortLatin1(value)) {
                Strings.putLatin1(value, array, at + 1);
                if (isSame(array, known + 1, at + 1, chars)) {
                    fruitless[site] = 0;
                    fruitless[(int) (entry >>> Integer.SIZE)] = 0;
                    return known;
                }
            }
        }
        slots[slot] = (long) site << Integer.SIZE | at - start;
        if (site != ANYWHERE && fruitless[site] < FRUITLESS) {
            fruitless[site]++;
        }
        return -1;
    }

    /** Compares so many bytes, a word at least, word by word; the last one may overlap with the one before. */
    private static boolean isSame(byte[] array, int known, int at, int count) {
        int last = count - Long.BYTES;
        for (int i = 0; i < last; i += Long.BYTES) {
            if (Varints.int64(array, known + i) != Varints.int64(array, at + i)) {
                return false;
            }
        }
        return Varints.int64(array, known + last) == Varints.int64(array, at + last);
    }

    /**
     * Reads the slot again that lies so many bytes before this one, whose first byte was read. It is short, so that
     * the copy costs no more than its own bytes times a constant.
     */
    public static String read(ByteReader in, int start) {
        long from = in.offset() - 1;
        int distance = in.readVarInt();
        int slot = in.position() - (int) (in.offset() - from);
        int known = slot - distance;
        if (distance <= 0 || known < start) {
            throw damaged(in, "distance=" + Integer.toUnsignedString(distance) + " > message so far=" + (slot - start));
        }
        byte[] array = in.array();
        int length = array[known] - Strings.FIRST_LATIN_HEAD;
        if (length < 0 || length > MOST_CHARS || known + 1 + length > slot) {
            throw damaged(in, "distance=" + distance + " leads to no short string");
        }
        return Strings.latin1(array, known + 1, length);
    }

    private static DecodeException damaged(ByteReader in, String what) {
        return new DecodeException(
                "decode: repeated string, " + what + ", offset=" + in.offset() + "; the stream is damaged");
    }
}
