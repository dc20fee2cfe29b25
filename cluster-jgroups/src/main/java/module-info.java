/** Replicated logs by jgroups-raft. No type of JGroups appears outside this module. */
module io.tellask.cluster.jgroups {
    requires static org.jspecify;
    requires io.tellask.text;
    requires org.jgroups.raft;
    requires org.jgroups;
    requires transitive io.tellask.cluster;

    exports io.tellask.cluster.jgroups;
}
