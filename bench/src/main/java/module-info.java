/** Benchmarks: end-to-end comparisons, each contender in processes of its own. */
module io.tellask.bench {
    requires io.tellask.kv;
    requires java.management;
    requires jdk.management;
    requires static org.jspecify;

    exports io.tellask.bench;
    exports io.tellask.bench.spi;
}
