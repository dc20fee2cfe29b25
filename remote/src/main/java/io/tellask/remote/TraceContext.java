package io.tellask.remote;

import io.tellask.actor.runtime.TraceScope;
import io.tellask.text.SafeText;
import java.lang.ScopedValue.CallableOp;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Where a call belongs in a distributed trace, as <a href="https://www.w3.org/TR/trace-context/">W3C Trace Context</a> has it: the trace, the
 * span that makes the call, flags, and what tracing systems add. Immutable.
 *
 * <p>A call carries the trace of the code that makes it: of a thread within {@link #run}, of an actor that executes a call which carries one.
 * So it is carried on over processes, by actors in between, and by functions that they attach meanwhile. A peer whose release knows none is
 * sent none.
 *
 * <pre>
 *  traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01
 *               |  trace id, not 0                  parent id, not 0 flags: 1 sampled, 2 random trace id
 *               version
 *  tracestate:  vendor=value,other=value            at most 512 characters and 32 members, or empty
 * </pre>
 */
public final class TraceContext {
    /** The most characters of a tracestate. */
    public static final int MOST_STATE_CHARS = 512;

    /** The most members of a tracestate. */
    public static final int MOST_STATE_MEMBERS = 32;

    private static final int PARENT_CHARS = 55;
    private static final int MOST_PARENT_CHARS = 255;
    private static final int KNOWN_FLAGS = 3;
    private static final HexFormat HEX = HexFormat.of();

    private final long traceIdHigh;
    private final long traceIdLow;
    private final long parentId;
    private final int flags;
    private final String tracestate;

    private TraceContext(long traceIdHigh, long traceIdLow, long parentId, int flags, String tracestate) {
        this.traceIdHigh = traceIdHigh;
        this.traceIdLow = traceIdLow;
        this.parentId = parentId;
        this.flags = flags & KNOWN_FLAGS;
        this.tracestate = tracestate;
    }

    /**
     * A context of numbers.
     *
     * @param traceIdHigh the first half of the trace's id, big-endian
     * @param traceIdLow the second half
     * @param parentId the id of the span that makes the calls
     * @param flags of which those that version 00 does not know are dropped
     * @param tracestate what tracing systems add, or an empty text
     * @throws IllegalArgumentException if an id is 0, or the tracestate is too long or malformed
     */
    public static TraceContext of(long traceIdHigh, long traceIdLow, long parentId, int flags, String tracestate) {
        Objects.requireNonNull(tracestate, "tracestate");
        if ((traceIdHigh | traceIdLow) == 0 || parentId == 0) {
            throw new IllegalArgumentException("trace: " + ((traceIdHigh | traceIdLow) == 0 ? "trace id" : "parent id")
                    + "=0 is none; give one that is not 0");
        }
        String wrong = wrongState(tracestate);
        if (wrong != null) {
            throw new IllegalArgumentException("trace: " + wrong);
        }
        return new TraceContext(traceIdHigh, traceIdLow, parentId, flags, tracestate);
    }

    /** The beginning of a trace: random ids, sampled. */
    public static TraceContext start() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        return new TraceContext(nonZero(random), random.nextLong(), nonZero(random), KNOWN_FLAGS, "");
    }

    private static long nonZero(ThreadLocalRandom random) {
        long next = random.nextLong();
        return next == 0 ? 1 : next;
    }

    /**
     * Reads the two headers.
     *
     * @param traceparent of version 00, or the part that a later one has in common with it
     * @param tracestate what tracing systems add, or an empty text
     * @throws IllegalArgumentException if one is malformed, or the tracestate too long
     */
    public static TraceContext parse(String traceparent, String tracestate) {
        Objects.requireNonNull(traceparent, "traceparent");
        Objects.requireNonNull(tracestate, "tracestate");
        if (!isParent(traceparent)) {
            throw new IllegalArgumentException("trace: traceparent=" + SafeText.of(traceparent)
                    + " is not version-traceid-parentid-flags in lower-case hexadecimal digits, such as"
                    + " 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
        }
        return of(
                HexFormat.fromHexDigitsToLong(traceparent, 3, 19),
                HexFormat.fromHexDigitsToLong(traceparent, 19, 35),
                HexFormat.fromHexDigitsToLong(traceparent, 36, 52),
                HexFormat.fromHexDigits(traceparent, 53, 55),
                tracestate);
    }

    /** As {@link #parse(String, String)}, without a tracestate. */
    public static TraceContext parse(String traceparent) {
        return parse(traceparent, "");
    }

    private static boolean isParent(String text) {
        return text.length() >= PARENT_CHARS
                && text.length() <= MOST_PARENT_CHARS
                && isHex(text, 0, 2)
                && text.charAt(2) == '-'
                && isHex(text, 3, 35)
                && text.charAt(35) == '-'
                && isHex(text, 36, 52)
                && text.charAt(52) == '-'
                && isHex(text, 53, PARENT_CHARS)
                && !text.startsWith("ff")
                && (text.length() == PARENT_CHARS || text.charAt(PARENT_CHARS) == '-' && !text.startsWith("00"));
    }

    private static boolean isHex(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            char digit = text.charAt(i);
            if (!(digit >= '0' && digit <= '9' || digit >= 'a' && digit <= 'f')) {
                return false;
            }
        }
        return true;
    }

    /** What is wrong with a tracestate, in words; null if nothing is. Its members are not looked into: each is some system's own. */
    static @Nullable String wrongState(String state) {
        if (state.length() > MOST_STATE_CHARS) {
            return "tracestate has characters=" + state.length() + " > limit=" + MOST_STATE_CHARS
                    + "; drop members from its end";
        }
        int members = state.isEmpty() ? 0 : 1;
        for (int i = 0; i < state.length(); i++) {
            char next = state.charAt(i);
            if (next < ' ' || next > '~') {
                return "tracestate has a character=" + (int) next + " at=" + i + ", which is not printable ASCII";
            }
            members += next == ',' ? 1 : 0;
        }
        return members <= MOST_STATE_MEMBERS
                ? null
                : "tracestate has members=" + members + " > limit=" + MOST_STATE_MEMBERS
                        + "; drop members from its end";
    }

    /** The trace that calls made by the calling code carry; empty where they carry none. */
    public static Optional<TraceContext> current() {
        return Optional.ofNullable((TraceContext) TraceScope.current());
    }

    /**
     * Runs a task on the calling thread, whose calls carry this trace. Functions that it attaches to promises carry it on where the thread is
     * an actor's; others run without a trace.
     */
    public void run(Runnable task) {
        Objects.requireNonNull(task, "task");
        TraceScope.call(this, () -> {
            task.run();
            return null;
        });
    }

    /** As {@link #run}, of an operation with a result. */
    public <R extends @Nullable Object, X extends Throwable> R call(CallableOp<? extends R, X> operation) throws X {
        Objects.requireNonNull(operation, "operation");
        return TraceScope.<R, X>call(this, operation);
    }

    /** The header {@code traceparent}, of version 00. */
    public String traceparent() {
        return "00-" + traceId() + "-" + parentId() + "-" + HEX.toHexDigits((byte) flags);
    }

    /** The header {@code tracestate}; empty if there is none. */
    public String tracestate() {
        return tracestate;
    }

    /** The id of the trace: 32 hexadecimal digits. */
    public String traceId() {
        return HEX.toHexDigits(traceIdHigh) + HEX.toHexDigits(traceIdLow);
    }

    /** The id of the span that makes the calls: 16 hexadecimal digits. */
    public String parentId() {
        return HEX.toHexDigits(parentId);
    }

    /** Whether who made the calls may have recorded them. */
    public boolean isSampled() {
        return (flags & 1) != 0;
    }

    /** The first half of the trace's id. */
    public long traceIdHigh() {
        return traceIdHigh;
    }

    /** The second half of the trace's id. */
    public long traceIdLow() {
        return traceIdLow;
    }

    /** The span's id as a number. */
    public long parentIdBits() {
        return parentId;
    }

    /** The flags of version 00: 1 for sampled, 2 for a random trace id. */
    public int flags() {
        return flags;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TraceContext same
                && same.traceIdHigh == traceIdHigh
                && same.traceIdLow == traceIdLow
                && same.parentId == parentId
                && same.flags == flags
                && same.tracestate.equals(tracestate);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(traceIdLow ^ parentId);
    }

    @Override
    public String toString() {
        return traceparent();
    }
}
