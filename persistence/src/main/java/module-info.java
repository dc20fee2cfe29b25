/** Actors that outlive their process: event sourcing and durable state on the durable map. Open {@code Persistence} first. */
module io.tellask.persistence {
    requires static org.jspecify;
    requires transitive io.tellask.actor;
    requires transitive io.tellask.store;

    exports io.tellask.persistence;
}
