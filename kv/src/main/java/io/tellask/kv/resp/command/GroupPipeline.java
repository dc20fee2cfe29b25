package io.tellask.kv.resp.command;

import io.tellask.kv.resp.client.Client;
import io.tellask.kv.resp.client.Command;
import io.tellask.kv.resp.client.GroupLink;
import io.tellask.kv.resp.client.Pipeline;
import io.tellask.kv.resp.message.Reply;
import io.tellask.kv.resp.message.Request;
import org.jspecify.annotations.Nullable;

/** Gathers commands that work with keys, for a group to run them together. Belongs to the loop. */
public final class GroupPipeline implements Pipeline {
    /** Commands at a time, at most. */
    public static final int MOST = 256;

    /** Bytes of their requests, at most, unless it is one. */
    public static final int MOST_BYTES = 256 << 10;

    private final GroupLink group;
    private @Nullable GroupBatch gathered;

    public GroupPipeline(GroupLink group) {
        this.group = group;
    }

    @Override
    public boolean take(Client client, Command command, Request request, int length) {
        if (!GroupProcedure.names().contains(command.name())
                || client.transaction().isOpen()
                || client.replies() != Client.Replies.ON) {
            return false;
        }
        boolean writes = GroupCommands.isWrite(command);
        GroupBatch batch = gathered;
        if (batch == null) {
            batch = new GroupBatch(group, client);
            gathered = batch;
        } else if (batch.size() == MOST
                || batch.heldBytes() + length > MOST_BYTES
                || client.isReadingStale() && batch.writes() != writes) {
            return false;
        }
        batch.add(request, GroupCommands.slot(client, request), writes);
        client.ran(command);
        return true;
    }

    @Override
    public void finish(Client client, Reply reply) {
        GroupBatch batch = gathered;
        gathered = null;
        if (batch != null) {
            client.divide(batch, reply);
        }
    }

    @Override
    public void clear() {
        gathered = null;
    }
}
