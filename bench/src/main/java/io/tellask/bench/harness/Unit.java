package io.tellask.bench.harness;

/** What a figure counts, and whether more of it is better. */
public enum Unit {
    MESSAGES_A_SECOND("messages/s", true),
    OPERATIONS_A_SECOND("operations/s", true),
    CPU_NANOS("CPU ns/op", false),
    MICROSECONDS("us", false),
    MILLISECONDS("ms", false),
    SECONDS("s", false),
    MEBIBYTES("MiB", false),
    BYTES_A_USER("bytes/user", false);

    private final String text;
    private final boolean higherIsBetter;

    Unit(String text, boolean higherIsBetter) {
        this.text = text;
        this.higherIsBetter = higherIsBetter;
    }

    public String text() {
        return text;
    }

    public boolean higherIsBetter() {
        return higherIsBetter;
    }
}
