package io.tellask.kv.resp.command;

import io.tellask.kv.resp.client.Client;
import io.tellask.kv.resp.client.Command;
import io.tellask.kv.resp.client.GroupLink;
import io.tellask.kv.resp.client.GroupLink.Node;
import io.tellask.kv.resp.message.ErrorReply;
import io.tellask.kv.resp.message.Reply;
import io.tellask.kv.resp.message.Request;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** CLUSTER of a member of a group: the one that leads has all slots, the others are its replicas. */
final class ClusterCommand implements Command.Action {
    static final ErrorReply DISABLED = new ErrorReply("ERR This instance has cluster support disabled");

    private static final int LAST_SLOT = KeySlot.SLOTS - 1;

    private final GroupLink group;

    ClusterCommand(GroupLink group) {
        this.group = group;
    }

    @Override
    public void run(Client client, Request request, Reply reply) {
        if (request.is(1, "keyslot") && request.count() == 3) {
            reply.integer(KeySlot.of(request.copy(2)));
        } else if (request.count() != 2) {
            throw refused(request);
        } else if (request.is(1, "slots")) {
            slots(reply);
        } else if (request.is(1, "shards")) {
            shards(reply);
        } else if (request.is(1, "nodes")) {
            reply.verbatim(lines());
        } else if (request.is(1, "info")) {
            reply.verbatim(info());
        } else if (request.is(1, "myid")) {
            reply.bulk(group.self().id());
        } else if (request.is(1, "help")) {
            Subcommands.help(reply, "CLUSTER", "INFO", "KEYSLOT <key>", "MYID", "NODES", "SHARDS", "SLOTS");
        } else {
            throw refused(request);
        }
    }

    private static ErrorReply refused(Request request) {
        return Subcommands.refused(
                "cluster", request, List.of("info", "keyslot", "myid", "nodes", "shards", "slots", "help"));
    }

    /** The leader, then those that have a copy and are connected; none where nobody leads. */
    private List<Node> leaderFirst() {
        Node leader = group.leader();
        return leader == null
                ? List.of()
                : Stream.concat(
                                Stream.of(leader),
                                group.nodes().stream().filter(node -> node.connected() && !node.equals(leader)))
                        .toList();
    }

    private void slots(Reply reply) {
        List<Node> nodes = leaderFirst();
        reply.array(nodes.isEmpty() ? 0 : 1);
        if (nodes.isEmpty()) {
            return;
        }
        reply.array(2 + nodes.size());
        reply.integer(0);
        reply.integer(LAST_SLOT);
        for (Node node : nodes) {
            reply.array(4);
            reply.bulk(node.address().getHost());
            reply.integer(node.address().getPort());
            reply.bulk(node.id());
            reply.array(0);
        }
    }

    private void shards(Reply reply) {
        List<Node> nodes = leaderFirst();
        reply.array(nodes.isEmpty() ? 0 : 1);
        if (nodes.isEmpty()) {
            return;
        }
        reply.map(2);
        reply.bulk("slots");
        reply.array(2);
        reply.integer(0);
        reply.integer(LAST_SLOT);
        reply.bulk("nodes");
        reply.array(nodes.size());
        for (Node node : nodes) {
            reply.map(7);
            reply.bulk("id");
            reply.bulk(node.id());
            reply.bulk("port");
            reply.integer(node.address().getPort());
            reply.bulk("ip");
            reply.bulk(node.address().getHost());
            reply.bulk("endpoint");
            reply.bulk(node.address().getHost());
            reply.bulk("role");
            reply.bulk(node.equals(nodes.getFirst()) ? "master" : "replica");
            reply.bulk("replication-offset");
            reply.integer(group.appliedIndex());
            reply.bulk("health");
            reply.bulk("online");
        }
    }

    /** One line a member: identifier, address, flags, master, times of a bus that there is not, epoch, link, slots. */
    private String lines() {
        Node leader = group.leader();
        return group.nodes().stream()
                .map(node -> {
                    boolean leads = node.equals(leader);
                    String flags = (node.equals(group.self()) ? "myself," : "")
                            + (leads ? "master" : leader == null ? "noaddr" : "slave")
                            + (node.connected() ? "" : ",fail");
                    String master = leads || leader == null ? "-" : leader.id();
                    return node.id() + " " + node.hostAndPort() + "@0 " + flags + " " + master + " 0 0 " + group.term()
                            + (node.connected() ? " connected" : " disconnected") + (leads ? " 0-" + LAST_SLOT : "")
                            + "\n";
                })
                .collect(Collectors.joining());
    }

    private String info() {
        boolean isServed = group.leader() != null;
        int slots = isServed ? KeySlot.SLOTS : 0;
        return "cluster_state:" + (isServed ? "ok" : "fail") + "\r\ncluster_slots_assigned:" + KeySlot.SLOTS
                + "\r\ncluster_slots_ok:" + slots + "\r\ncluster_slots_pfail:0\r\ncluster_slots_fail:"
                + (KeySlot.SLOTS - slots) + "\r\ncluster_known_nodes:"
                + group.nodes().size()
                + "\r\ncluster_size:1\r\ncluster_current_epoch:" + group.term() + "\r\ncluster_my_epoch:"
                + group.term() + "\r\n";
    }
}
