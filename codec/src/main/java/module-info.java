/** Object graphs to bytes and back: allow-list, budgets, schemas. Open {@code Codec} first. */
module io.tellask.codec {
    requires static org.jspecify;
    requires transitive io.tellask.text;
    requires jdk.unsupported;

    exports io.tellask.codec;
}
