package io.tellask.testkit;

import java.util.List;

/** No order of the calls of a {@link History} explains their results. The message names the calls that cannot be explained. */
public final class HistoryException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient List<String> calls;

    HistoryException(String message, List<String> calls) {
        super(message);
        this.calls = List.copyOf(calls);
    }

    /** The calls that no order explains, as few as are needed, in the order in which they began. */
    public List<String> calls() {
        return calls;
    }
}
