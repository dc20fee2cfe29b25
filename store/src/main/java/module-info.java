/** A persistent off-heap map: an append log with an off-heap hash index. */
module io.tellask.store {
    requires static org.jspecify;
    requires transitive io.tellask.codec;

}
