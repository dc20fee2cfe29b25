package io.tellask.codec;

import io.tellask.codec.failure.FailurePlace;
import io.tellask.text.SafeText;
import org.jspecify.annotations.Nullable;

/**
 * Encoding or decoding failed; the codec itself stays usable.
 *
 * <p>Where the failure lies is told by {@link #path()}, {@link #className()} and {@link #offset()}, which the message
 * repeats. They name classes, fields and positions, never values. The message is {@linkplain SafeText#message bounded
 * and printable}.
 */
public abstract sealed class CodecException extends RuntimeException permits EncodeException, DecodeException {
    /** Steps that {@link #path()} keeps, the innermost ones. */
    static final int MAX_STEPS = 16;

    private static final int NOWHERE = -1;

    static {
        FailurePlace.install(new FailurePlace.Access() {
            @Override
            public void addStep(CodecException failure, Class<?> owner, String step) {
                failure.addStep(owner, step);
            }

            @Override
            public void at(CodecException failure, long offset) {
                failure.at(offset);
            }
        });
    }

    private long offset = NOWHERE;
    private int steps;
    private String root = "";
    private String tail = "";
    private String className = "";

    CodecException(String message, @Nullable Throwable cause) {
        super(SafeText.message(message), cause);
    }

    /** At a place of a text, which another module names. */
    CodecException(String message, @Nullable Throwable cause, String path, String className) {
        super(SafeText.message(message), cause);
        this.tail = path;
        this.className = className;
    }

    /**
     * The way from the root of the graph to the place of the failure, such as {@code Order.lines[3].price}: fields by
     * name, elements and entries by their position. Of a long way the last 16 steps, after {@code [...]}; empty where
     * the failure concerns the whole message. In texts such as JSON the root is {@code $}.
     */
    public String path() {
        return steps > MAX_STEPS ? "[...]" + tail : root + tail;
    }

    /** The class whose field or element failed, the innermost on the path; empty where the path is. */
    public String className() {
        return className;
    }

    /** The position in the array of encoded bytes where decoding stopped, or -1 while encoding; in a graph of a stream counted
     * from its start. */
    public long offset() {
        return offset;
    }

    @Override
    public String getMessage() {
        String text = String.valueOf(super.getMessage());
        String place = "";
        if (offset != NOWHERE && !text.contains("offset=")) {
            place = ", offset=" + offset;
        }
        if (!className.isEmpty() && !text.contains("class=")) {
            place += ", class=" + SafeText.of(className);
        }
        if (steps > 0) {
            place += ", path=" + path();
        }
        return place.isEmpty() ? text : text + " (" + place.substring(2) + ")";
    }

    /** Puts a step in front of those known; only the innermost are kept, so that a deep failure stays cheap. */
    void addStep(Class<?> owner, String step) {
        if (++steps > MAX_STEPS) {
            steps = MAX_STEPS + 1;
            return;
        }
        if (steps == 1) {
            className = owner.getTypeName();
        }
        root = shortName(owner);
        tail = SafeText.of(step) + tail;
    }

    void at(long position) {
        if (offset == NOWHERE) {
            offset = position;
        }
    }

    private static String shortName(Class<?> type) {
        String name = type.isArray() ? type.getSimpleName() : type.getName();
        return name.substring(name.lastIndexOf('.') + 1);
    }
}
