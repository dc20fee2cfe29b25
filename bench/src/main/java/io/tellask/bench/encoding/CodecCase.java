package io.tellask.bench.encoding;

import io.tellask.bench.report.BenchOptions;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** One workload of the codec suite, with what is asked of Tellask in it. */
enum CodecCase {
    PRICE("price", Kind.OBJECTS, 80),
    MEDIA("media", Kind.OBJECTS, 205),
    MEDIA_STANDARD("media-standard", Kind.OBJECTS, 0),
    USER("user", Kind.OBJECTS, 155),
    BUSINESS_100("business-100", Kind.OBJECTS, 0),
    INTS("ints-10k", Kind.COPIES, 0),
    INTS_SMALL("ints-small-10k", Kind.COPIES, 0),
    LONGS("longs-10k", Kind.COPIES, 0),
    DOUBLES("doubles-10k", Kind.COPIES, 0),
    BYTES("bytes-10k", Kind.COPIES, 0),
    STRING("string-12", Kind.COPIES, 0),
    STRING_LONG("string-10k", Kind.COPIES, 0),
    STRING_WIDE("string-wide-12", Kind.COPIES, 0),
    STRING_WIDE_LONG("string-wide-10k", Kind.COPIES, 0);

    static final String ENCODE = "-encode";
    static final String DECODE = "-decode";
    static final String ROUND_TRIP = "-roundtrip";

    /** What a workload is made of. */
    enum Kind {
        /** Small objects, where the codec's own work counts. */
        OBJECTS,
        /** Large arrays and single strings, where copying does. */
        COPIES
    }

    private final String label;
    private final Kind kind;
    private final int bytesGoal;

    CodecCase(String label, Kind kind, int bytesGoal) {
        this.label = label;
        this.kind = kind;
        this.bytesGoal = bytesGoal;
    }

    String label() {
        return label;
    }

    String encode() {
        return label + ENCODE;
    }

    String decode() {
        return label + DECODE;
    }

    String roundTrip() {
        return label + ROUND_TRIP;
    }

    /** The bytes that Tellask shall not exceed, if there is such a number. */
    OptionalInt bytesGoal() {
        return bytesGoal == 0 ? OptionalInt.empty() : OptionalInt.of(bytesGoal);
    }

    boolean isObjects() {
        return kind == Kind.OBJECTS;
    }

    static List<CodecCase> objects() {
        return Stream.of(values()).filter(CodecCase::isObjects).toList();
    }

    static List<CodecCase> copies() {
        return Stream.of(values()).filter(each -> !each.isObjects()).toList();
    }

    /** Whether options name this workload, by its label or by one of its three cases. */
    boolean isWanted(BenchOptions options) {
        return Stream.of(label, encode(), decode(), roundTrip()).anyMatch(options::wantsCase);
    }
}
