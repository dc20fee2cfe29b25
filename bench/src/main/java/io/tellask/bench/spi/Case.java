package io.tellask.bench.spi;

import java.util.Arrays;

/** One workload of the remoting suite; its label is the case's name in reports. */
public enum Case {
    TELL("tell", Kind.TELL),
    ASK("ask", Kind.ASK),
    TELL_MAILBOX("tell-mailbox", Kind.TELL),
    ASK_MAILBOX("ask-mailbox", Kind.ASK),
    TELL_OBJECT("tell-object", Kind.TELL),
    ASK_OBJECT("ask-object", Kind.ASK),
    BLOCKING_1K("blocking-1k", Kind.ASK, 1_000),
    BLOCKING_32K("blocking-32k", Kind.ASK, 32_000),
    BLOCKING_100K("blocking-100k", Kind.ASK, 100_000),
    LATENCY_IDLE("latency-idle", Kind.LATENCY);

    /** What the caller does with the messages of a case. */
    public enum Kind {
        /** Sends without an answer; the receiver's total is read back at the end. */
        TELL,
        /** Sends with thousands of calls open; every sum is checked against its request. */
        ASK,
        /** Asks with one call open; the round trip of each is recorded. */
        LATENCY
    }

    private final String label;
    private final Kind kind;
    private final int callers;

    Case(String label, Kind kind) {
        this(label, kind, 1);
    }

    Case(String label, Kind kind, int callers) {
        this.label = label;
        this.kind = kind;
        this.callers = callers;
    }

    public String label() {
        return label;
    }

    public Kind kind() {
        return kind;
    }

    /** How many virtual threads make blocking calls; 1: the calling thread sends by itself. */
    public int callers() {
        return callers;
    }

    /**
     * Finds a case by its label.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static Case of(String label) {
        return Arrays.stream(values())
                .filter(each -> each.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "unknown case: case=" + label + "; one of " + String.join(", ", labels())));
    }

    public static String[] labels() {
        return Arrays.stream(values()).map(Case::label).toArray(String[]::new);
    }
}
