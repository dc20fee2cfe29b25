package io.tellask.kv.resp.message;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.tellask.kv.RespLimits;
import io.tellask.text.SafeText;
import java.util.Arrays;
import java.util.Locale;

/**
 * The arguments of one request, where they lie in the array that they were received into; the first one names the command.
 *
 * <p>Valid while the command runs: {@link #detached} makes a copy that stays. Not thread-safe.
 */
public final class Request {
    private static final int FEW = 8;
    private static final int MANY = 1024;

    private static final byte[] NONE = {};

    private byte[] array = NONE;
    private int base;
    private int count;
    private int[] starts = new int[FEW];
    private int[] lengths = new int[FEW];

    /** Forgets all arguments. */
    void clear() {
        count = 0;
        array = NONE;
        if (starts.length > MANY) {
            starts = new int[FEW];
            lengths = new int[FEW];
        }
    }

    /** Adds an argument that starts so many bytes behind the request's first byte. */
    void add(int start, int length) {
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, 2 * count);
            lengths = Arrays.copyOf(lengths, 2 * count);
        }
        starts[count] = start;
        lengths[count] = length;
        count++;
    }

    /** Says where the request's first byte is. */
    public void locate(byte[] source, int first) {
        array = source;
        base = first;
    }

    public byte[] array() {
        return array;
    }

    public int count() {
        return count;
    }

    public int start(int index) {
        return base + starts[index];
    }

    public int length(int index) {
        return lengths[index];
    }

    public byte[] copy(int index) {
        return Arrays.copyOfRange(array, start(index), start(index) + lengths[index]);
    }

    /** The argument with each byte as a character. */
    @SuppressWarnings("deprecation") // this is the constructor that takes bytes for what they are
    public String text(int index) {
        return new String(array, 0, start(index), lengths[index]);
    }

    /** An argument as an error shows it, {@linkplain SafeText#of bounded and printable}. */
    public String shown(int index) {
        return SafeText.of(text(index));
    }

    /** Whether an argument is the given word, in whatever case; the word is in lower case. */
    public boolean is(int index, String word) {
        if (lengths[index] != word.length()) {
            return false;
        }
        int start = start(index);
        for (int i = 0; i < word.length(); i++) {
            if (lowerCase(array[start + i]) != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    static int lowerCase(int character) {
        return character >= 'A' && character <= 'Z' ? character + 32 : character;
    }

    /** The command's name in lower case. */
    public String command() {
        return text(0).toLowerCase(Locale.ROOT);
    }

    /** The argument as a pattern; one that is longer than allowed is refused. */
    public Glob pattern(int index, RespLimits limits) {
        requirePattern(index, limits);
        return Glob.of(copy(index));
    }

    /** The argument in lower case as a pattern. */
    public Glob lowerCasePattern(int index, RespLimits limits) {
        requirePattern(index, limits);
        return Glob.of(text(index).toLowerCase(Locale.ROOT).getBytes(ISO_8859_1));
    }

    /** Refuses a pattern that is longer than allowed. */
    public void requirePattern(int index, RespLimits limits) {
        if (lengths[index] > limits.patternBytes()) {
            throw new ErrorReply("ERR pattern is too long, patternBytes=" + limits.patternBytes()
                    + "; choose a shorter one or raise the limit");
        }
    }

    /** The argument as the name of a channel; one that is longer than allowed is refused. */
    public byte[] channel(int index, RespLimits limits) {
        if (lengths[index] > limits.channelBytes()) {
            throw new ErrorReply("ERR name of a channel is too long, channelBytes=" + limits.channelBytes()
                    + "; choose a shorter one or raise the limit");
        }
        return copy(index);
    }

    /** The argument as a number; one that Redis would not take is refused as Redis does. */
    public long integer(int index) {
        return integer(index, ErrorReply.NOT_AN_INTEGER);
    }

    public long integer(int index, ErrorReply otherwise) {
        if (!Decimal.isInteger(array, start(index), lengths[index])) {
            throw otherwise;
        }
        return Decimal.parse(array, start(index), lengths[index]);
    }

    /** A copy with an array of its own. */
    public Request detached() {
        Request copy = new Request();
        int total = 0;
        for (int i = 0; i < count; i++) {
            total += lengths[i];
        }
        copy.array = new byte[total];
        copy.starts = new int[count];
        copy.lengths = Arrays.copyOf(lengths, count);
        for (int i = 0, at = 0; i < count; at += lengths[i], i++) {
            System.arraycopy(array, start(i), copy.array, at, lengths[i]);
            copy.starts[i] = at;
        }
        copy.count = count;
        return copy;
    }

    /** What the places of its arguments take of memory beyond those of a usual request. */
    long placesBytes() {
        return starts.length > MANY ? 8L * starts.length : 0;
    }

    /** What a detached copy holds of memory, about. */
    public int heldBytes() {
        return array.length + 8 * count + 64;
    }
}
