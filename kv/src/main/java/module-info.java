/** The key-value server: an actor over durable maps, published over the network. */
module io.tellask.kv {
    requires static org.jspecify;
    requires transitive io.tellask.netty;
    requires transitive io.tellask.store;

}
