/** A persistent off-heap map: an append log with an off-heap hash index. Open {@code DurableMap} first. */
module io.tellask.store {
    requires static org.jspecify;
    requires transitive io.tellask.codec;

    exports io.tellask.store;
    exports io.tellask.store.codec to
            io.tellask.cluster;
    exports io.tellask.store.segment to
            io.tellask.cluster;
}
