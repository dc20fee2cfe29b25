/** Benchmarks: end-to-end comparisons, each contender in a process of its own. */
module io.tellask.bench {
    requires io.tellask.kv;

}
