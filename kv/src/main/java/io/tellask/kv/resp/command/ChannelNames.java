package io.tellask.kv.resp.command;

import io.tellask.kv.resp.channel.Channels;
import io.tellask.kv.resp.channel.ClientsByName;
import io.tellask.kv.resp.loop.GatheredReply;
import io.tellask.kv.resp.message.ByteString;
import io.tellask.kv.resp.message.Glob;
import io.tellask.kv.resp.message.MatchCost;
import io.tellask.kv.resp.message.Reply;
import org.jspecify.annotations.Nullable;

/** The answer of PUBSUB CHANNELS: names that have listeners all the time while it is written are there once. Belongs to the loop. */
final class ChannelNames implements GatheredReply.Parts {
    private final Channels channels;
    private final @Nullable Glob pattern;
    private int part;
    private int found;
    private long looked;

    /** Names that a pattern matches, or all. */
    ChannelNames(Channels channels, @Nullable Glob pattern) {
        this.channels = channels;
        this.pattern = pattern;
    }

    @Override
    public boolean next(Reply reply) {
        MatchCost steps = new MatchCost();
        while (part < ClientsByName.PARTS && steps.count() < MatchCost.TURN) {
            for (ByteString name : channels.names(part++)) {
                steps.add(MatchCost.KEY);
                if (pattern == null || pattern.matches(name.bytes(), steps)) {
                    reply.bulk(name.bytes());
                    found++;
                }
            }
        }
        looked += steps.count();
        return part == ClientsByName.PARTS;
    }

    @Override
    public long steps() {
        return looked;
    }

    @Override
    public void end(Reply reply, int start) {
        reply.insertArray(start, found);
    }

    @Override
    public long heldBytes() {
        return 0;
    }
}
