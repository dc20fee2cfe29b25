/** Streams of the JDK's own serialization, read under a codec's grants and limits. Open {@code JdkStreams} first. */
module io.tellask.codec.jdk {
    requires static org.jspecify;
    requires transitive io.tellask.codec;

    exports io.tellask.codec.jdk;
}
