package io.tellask.bench.spi;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** One workload of the remoting suite; its label, in small letters, is the case's name in reports. */
public enum Case {
    TELL(Kind.TELL),
    ASK(Kind.ASK),
    TELL_MAILBOX(Kind.TELL),
    ASK_MAILBOX(Kind.ASK),
    TELL_OBJECT(Kind.TELL),
    ASK_OBJECT(Kind.ASK),
    BLOCKING_1K(Kind.ASK),
    BLOCKING_32K(Kind.ASK),
    BLOCKING_100K(Kind.ASK),
    LATENCY_IDLE(Kind.LATENCY);

    /** What the caller does with the messages of a case. */
    public enum Kind {
        /** Sends without an answer; the receiver's total is read back at the end. */
        TELL,
        /** Sends with thousands of calls open; every sum is checked against its request. */
        ASK,
        /** Asks with one call open; the round trip of each is recorded. */
        LATENCY
    }

    private final Kind kind;

    Case(Kind kind) {
        this.kind = kind;
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public Kind kind() {
        return kind;
    }

    /** The case with a label that {@link #labels} has. */
    public static Case of(String label) {
        return values()[labels().indexOf(label)];
    }

    public static List<String> labels() {
        return Arrays.stream(values()).map(Case::label).toList();
    }
}
