/** Replicated logs by Aeron Cluster. No type of Aeron appears outside this module. */
module io.tellask.cluster.aeron {
    requires static org.jspecify;
    requires io.aeron.archive;
    requires io.aeron.client;
    requires io.aeron.cluster;
    requires io.aeron.driver;
    requires io.tellask.text;
    requires org.agrona;
    requires transitive io.tellask.cluster;

    exports io.tellask.cluster.aeron;
}
