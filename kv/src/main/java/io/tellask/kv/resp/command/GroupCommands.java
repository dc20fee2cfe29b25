package io.tellask.kv.resp.command;

import io.tellask.cluster.ClusterException;
import io.tellask.kv.resp.client.Client;
import io.tellask.kv.resp.client.Command;
import io.tellask.kv.resp.client.CommandTable;
import io.tellask.kv.resp.client.GroupLink;
import io.tellask.kv.resp.loop.AwaitedReply;
import io.tellask.kv.resp.message.ErrorReply;
import io.tellask.kv.resp.message.Reply;
import io.tellask.kv.resp.message.Request;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Commands of a member of a group: those that work with keys go to the log where the member leads, and are answered with who leads where it does
 * not. Belongs to the loop.
 */
public final class GroupCommands {
    private static final ErrorReply DOWN =
            new ErrorReply("CLUSTERDOWN The cluster is down, no majority of its members is together; try again later");

    /** What works in a group as it does without. */
    private static final Set<String> SAME = Set.of(
            "auth", "echo", "hello", "ping", "quit", "reset", "client", "command", "config", "info", "time", "multi",
            "discard", "role");

    private final GroupLink group;

    private GroupCommands(GroupLink group) {
        this.group = group;
    }

    /** The table of all, of which those that a group does not offer are refused. */
    public static CommandTable table(GroupLink group) {
        GroupCommands commands = new GroupCommands(group);
        Map<String, Command.Action> actions = new HashMap<>();
        Commands.actions().forEach((name, same) -> actions.put(name, SAME.contains(name) ? same : refusal(name)));
        GroupProcedure.names().forEach(name -> actions.put(name, commands::run));
        actions.put("exec", commands::exec);
        actions.put("select", GroupCommands::select);
        actions.put("cluster", new ClusterCommand(group));
        actions.put("readonly", (client, request, reply) -> readsStale(client, true, reply));
        actions.put("readwrite", (client, request, reply) -> readsStale(client, false, reply));
        return new CommandTable(actions);
    }

    static ErrorReply notOffered(String name) {
        return new ErrorReply(
                "ERR command '" + name
                        + "' is not offered over a group; use a server without --cluster, or one of the commands of docs/RESP.md");
    }

    private static Command.Action refusal(String name) {
        return (client, request, reply) -> {
            throw notOffered(name);
        };
    }

    private static void select(Client client, Request request, Reply reply) {
        if (request.integer(1) != 0) {
            throw new ErrorReply("ERR SELECT is not allowed in cluster mode");
        }
        reply.ok();
    }

    private static void readsStale(Client client, boolean stale, Reply reply) {
        client.readsStale(stale);
        reply.ok();
    }

    /** One alone; others are gathered by {@link GroupPipeline}. */
    private void run(Client client, Request request, Reply reply) {
        GroupBatch batch = new GroupBatch(group, client);
        batch.add(request, slot(client, request), isWrite(client, request));
        client.divide(batch, reply);
    }

    private static boolean isWrite(Client client, Request request) {
        return isWrite(client.engine().commands().find(request));
    }

    static boolean isWrite(@Nullable Command command) {
        return command == null || !command.has("readonly");
    }

    static int slot(Client client, Request request) {
        Command command = client.engine().commands().find(request);
        int first = command == null ? 0 : command.keys().first();
        return first == 0 || first >= request.count() ? 0 : KeySlot.of(request.copy(first));
    }

    private void exec(Client client, Request request, Reply reply) {
        if (!client.transaction().isOpen()) {
            throw new ErrorReply("ERR EXEC without MULTI");
        }
        List<Request> queued = client.transaction().take();
        int slot = queued.isEmpty() ? 0 : slot(client, queued.getFirst());
        boolean reads = queued.stream().noneMatch(each -> isWrite(client, each));
        byte[] call = GroupProcedure.transaction(client.protocol(), queued);
        client.divide(
                new AwaitedReply(
                        reads ? group.read(call) : group.apply(call),
                        failure -> refusal(group, failure, slot),
                        client.engine().loop(),
                        call.length),
                reply);
    }

    private static ErrorReply elsewhere(GroupLink group, int slot) {
        GroupLink.Node leader = group.leader();
        return leader == null || group.leads() ? DOWN : new ErrorReply("MOVED " + slot + " " + leader.hostAndPort());
    }

    /** What a client is told about a failure of the group, for a key of a slot. */
    static ErrorReply refusal(GroupLink group, Throwable failure, int slot) {
        if (!(failure instanceof ClusterException refused)) {
            return new ErrorReply("ERR the group refused: " + failure.getMessage());
        }
        return switch (refused.problem()) {
            case NOT_LEADER -> elsewhere(group, slot);
            case NO_LEADER, CLOSED, FAILED -> DOWN;
            case LIMIT -> new ErrorReply("TRYAGAIN too many commands wait for a majority; try again later");
            case UNKNOWN_OUTCOME ->
                new ErrorReply("ERR the outcome is not known, since another member leads now or none did in time;"
                        + " read what it was to change");
            default -> new ErrorReply("ERR " + refused.getMessage());
        };
    }
}
