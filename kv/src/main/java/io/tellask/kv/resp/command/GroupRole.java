package io.tellask.kv.resp.command;

import io.tellask.kv.resp.client.GroupLink;
import io.tellask.kv.resp.client.GroupLink.Node;
import io.tellask.kv.resp.message.Reply;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a member does in its group, in the words of Redis: INFO and ROLE. Offsets are indices of commands. Stateless. */
final class GroupRole {
    private GroupRole() {}

    /** Lines of INFO. */
    static Map<String, Object> facts(GroupLink group) {
        Map<String, Object> facts = new LinkedHashMap<>();
        Node leader = group.leader();
        long index = group.appliedIndex();
        boolean leads = group.leads();
        List<Node> followers = leads ? followers(group) : List.of();
        facts.put("role", leads ? "master" : "slave");
        if (!leads) {
            facts.put("master_host", leader == null ? "" : leader.address().getHost());
            facts.put("master_port", leader == null ? 0 : leader.address().getPort());
            facts.put("master_link_status", leader == null ? "down" : "up");
            facts.put("master_sync_in_progress", 0);
            facts.put("slave_repl_offset", index);
            facts.put("slave_read_only", 1);
        }
        facts.put("connected_slaves", followers.size());
        for (int i = 0; i < followers.size(); i++) {
            Node follower = followers.get(i);
            facts.put(
                    "slave" + i,
                    "ip=" + follower.address().getHost() + ",port="
                            + follower.address().getPort() + ",state=online");
        }
        facts.put("master_failover_state", "no-failover");
        facts.put("master_repl_offset", index);
        facts.put("repl_backlog_active", 0);
        return facts;
    }

    /** The reply of ROLE. */
    static void write(GroupLink group, Reply reply) {
        if (group.leads()) {
            List<Node> followers = followers(group);
            reply.array(3);
            reply.bulk("master");
            reply.integer(group.appliedIndex());
            reply.array(followers.size());
            for (Node follower : followers) {
                reply.array(3);
                reply.bulk(follower.address().getHost());
                reply.bulk(Integer.toString(follower.address().getPort()));
                reply.bulk(Long.toString(group.appliedIndex()));
            }
        } else {
            Node leader = group.leader();
            reply.array(5);
            reply.bulk("slave");
            reply.bulk(leader == null ? "" : leader.address().getHost());
            reply.integer(leader == null ? 0 : leader.address().getPort());
            reply.bulk(leader == null ? "connect" : "connected");
            reply.integer(group.appliedIndex());
        }
    }

    private static List<Node> followers(GroupLink group) {
        return group.nodes().stream()
                .filter(node ->
                        node.connected() && !node.name().equals(group.self().name()))
                .toList();
    }
}
