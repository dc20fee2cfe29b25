package io.tellask.kv.resp.command;

import io.tellask.cluster.ClusterException;
import io.tellask.cluster.ClusterException.Problem;
import io.tellask.kv.resp.client.Client;
import io.tellask.kv.resp.client.GroupLink;
import io.tellask.kv.resp.loop.AwaitedReply;
import io.tellask.kv.resp.loop.DividedCommand;
import io.tellask.kv.resp.message.ErrorReply;
import io.tellask.kv.resp.message.Reply;
import io.tellask.kv.resp.message.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Commands of one connection that follow each other: they are one entry of the log, or one question where all of them read, and each has its own
 * reply. What is refused together, since it is too much for one entry, is tried one by one. Belongs to the loop.
 */
final class GroupBatch implements DividedCommand {
    /** What a command takes beside its request. */
    private static final int COMMAND_BYTES = 64;

    private record Queued(byte[] request, int slot, boolean writes) {}

    private final GroupLink group;
    private final Client client;
    private final List<Queued> commands = new ArrayList<>();
    private CompletableFuture<byte[]> answer = CompletableFuture.completedFuture(new byte[0]);
    private long heldBytes;
    private int answered;
    private int asked; // up to here
    private boolean isOneByOne;

    GroupBatch(GroupLink group, Client client) {
        this.group = group;
        this.client = client;
    }

    void add(Request request, int slot, boolean writes) {
        byte[] copy = GroupProcedure.encoded(request);
        commands.add(new Queued(copy, slot, writes));
        heldBytes += COMMAND_BYTES + copy.length;
    }

    /** Whether any of them writes. */
    boolean writes() {
        return writes(commands);
    }

    private static boolean writes(List<Queued> some) {
        return some.stream().anyMatch(Queued::writes);
    }

    int size() {
        return commands.size();
    }

    @Override
    public boolean next(Reply reply) {
        while (answer.isDone()) {
            takeAnswer(reply);
            if (answered == commands.size()) {
                return true;
            }
            ask();
        }
        return false;
    }

    private void takeAnswer(Reply reply) {
        Throwable failure =
                answer.handle((bytes, why) -> AwaitedReply.cause(why)).join();
        if (failure == null) {
            reply.raw(answer.join());
            answered = asked;
        } else if (asked - answered > 1 && isTooMuch(failure)) {
            isOneByOne = true;
        } else {
            refuse(failure, reply);
        }
    }

    /** Nothing of what was asked was changed, and less of it may be taken. */
    private static boolean isTooMuch(Throwable failure) {
        return failure instanceof ClusterException refused
                && (refused.problem() == Problem.REFUSED || refused.problem() == Problem.TOO_LONG);
    }

    /** Refuses what was asked; where that is because of the group, what is behind it, too: each might wait as long. */
    private void refuse(Throwable failure, Reply reply) {
        int end = isTooMuch(failure) ? asked : commands.size();
        for (; answered < end; answered++) {
            ErrorReply refusal =
                    GroupCommands.refusal(group, failure, commands.get(answered).slot());
            client.refuse(refusal, reply, reply.length());
        }
    }

    private void ask() {
        asked = isOneByOne ? answered + 1 : commands.size();
        List<Queued> part = commands.subList(answered, asked);
        byte[] call = GroupProcedure.batch(
                client.protocol(), part.stream().map(Queued::request).toList());
        if (writes(part)) {
            answer = group.apply(call);
        } else if (client.isReadingStale() && !group.leads()) {
            answer = group.readLocally(call);
        } else {
            answer = group.read(call);
        }
    }

    @Override
    public boolean awaits(Runnable ready) {
        AwaitedReply.whenDone(answer, client.engine().loop(), ready);
        return true;
    }

    @Override
    public long steps() {
        return 0;
    }

    @Override
    public long heldBytes() {
        return heldBytes;
    }
}
