/** More than one machine: one order of commands that members of a group agree on, and what is built on it. No engine is in here. */
module io.tellask.cluster {
    requires static org.jspecify;
    requires io.tellask.text;
    requires transitive io.tellask.remote;
    requires transitive io.tellask.store;

    exports io.tellask.cluster;
    exports io.tellask.cluster.actors;
    exports io.tellask.cluster.partition;
}
