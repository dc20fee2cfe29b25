/**
 * The key-value server: named durable maps behind two contracts, published over the network. Open {@code KeyValueStore} first, then
 * {@code KeyValueService}, which implements it.
 */
module io.tellask.kv {
    requires java.management;
    requires static org.jspecify;
    requires transitive io.tellask.cluster;
    requires transitive io.tellask.console;
    requires transitive io.tellask.netty;
    requires transitive io.tellask.store;

    exports io.tellask.kv;
}
