/** Object graphs to bytes and back: allow-list, budgets, schemas. Open {@code Codec} first. */
module io.tellask.codec {
    requires static org.jspecify;
    requires transitive io.tellask.text;
    requires jdk.unsupported;

    exports io.tellask.codec;
    exports io.tellask.codec.failure to
            io.tellask.codec.jdk,
            io.tellask.remote;
    exports io.tellask.codec.hashing to
            io.tellask.codec.jdk;
    exports io.tellask.codec.registry to
            io.tellask.codec.jdk;
    exports io.tellask.codec.schema to
            io.tellask.codec.jdk;
    exports io.tellask.codec.trust to
            io.tellask.codec.jdk;
}
