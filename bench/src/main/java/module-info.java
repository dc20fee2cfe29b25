/** Benchmarks: end-to-end comparisons, each contender in a process of its own. */
module io.tellask.bench {
    requires static org.jspecify;
    requires io.tellask.kv;

}
