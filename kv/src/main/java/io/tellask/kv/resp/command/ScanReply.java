package io.tellask.kv.resp.command;

import io.tellask.kv.resp.client.Client;
import io.tellask.kv.resp.database.Cursors;
import io.tellask.kv.resp.loop.GatheredReply;
import io.tellask.kv.resp.message.MatchCost;
import io.tellask.kv.resp.message.Reply;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The reply to SCAN. It ends before as many keys as asked for where looking at them takes long, since the count is a hint; where what lies between them
 * has expired, it is made in portions. Belongs to the loop.
 */
final class ScanReply implements GatheredReply.Parts {
    private final ScanOptions options;
    private final Cursors.Step step;
    private final SearchReply search;
    private final MatchCost cost = new MatchCost();
    private int count;
    private @Nullable Reply target;

    ScanReply(Client client, ScanOptions options) {
        this.options = options;
        step = client.database().walk(options.cursor(), options.count(), this::visit);
        search = new SearchReply(step, this::writeHead);
    }

    private boolean visit(byte[] key) {
        if (options.wants(key, cost)) {
            Objects.requireNonNull(target).bulk(key);
            count++;
        }
        cost.add(MatchCost.KEY);
        return cost.count() < MatchCost.TURN;
    }

    private void writeHead(Reply reply, int start) {
        reply.insertArray(start, count);
        reply.insertBulk(start, Long.toUnsignedString(step.cursor()));
        reply.insertArray(start, 2);
    }

    @Override
    public boolean next(Reply reply) {
        target = reply;
        return search.next(reply);
    }

    @Override
    public long steps() {
        return search.steps() + cost.count();
    }

    @Override
    public void end(Reply reply, int start) {
        search.end(reply, start);
    }

    @Override
    public void abandon() {
        search.abandon();
    }

    @Override
    public long heldBytes() {
        return search.heldBytes();
    }
}
