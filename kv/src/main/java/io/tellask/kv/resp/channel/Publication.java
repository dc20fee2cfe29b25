package io.tellask.kv.resp.channel;

import io.tellask.kv.resp.loop.DividedCommand;
import io.tellask.kv.resp.message.ByteString;
import io.tellask.kv.resp.message.MatchCost;
import io.tellask.kv.resp.message.Reply;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message on its way: at once to the listeners of its channel, and in portions to those of patterns. Those who begin to listen to a pattern, or cease
 * to, while it is on its way may get it or not. Belongs to the loop.
 */
public final class Publication implements DividedCommand {
    private static final int BYTES_A_STEP = 8;

    private final Channels channels;
    private final byte[] channel;
    private final byte[] content;
    private boolean begun;
    private @Nullable ByteString reached;
    private long receivers;
    private final MatchCost all = new MatchCost();

    public Publication(Channels channels, byte[] channel, byte[] content) {
        this.channels = channels;
        this.channel = channel;
        this.content = content;
    }

    @Override
    public boolean next(Reply reply) {
        if (!begun) {
            begun = true;
            receivers += channels.publish(channel, content);
            all.add(deliveries(receivers));
        }
        MatchCost portion = new MatchCost();
        boolean ended = reachPatterns(portion);
        all.add(portion.count());
        if (!ended) {
            return false;
        }
        reply.integer(receivers);
        return true;
    }

    /** Goes on behind the pattern that was reached; true at the last one. */
    private boolean reachPatterns(MatchCost steps) {
        while (true) {
            Map.Entry<ByteString, PatternListeners.Listeners> entry =
                    channels.patternListeners().next(reached, channel, steps);
            if (entry == null) {
                return true;
            } else if (steps.count() >= MatchCost.TURN) {
                return false;
            }
            reached = entry.getKey();
            PatternListeners.Listeners listeners = entry.getValue();
            if (listeners.pattern().matches(channel, steps)) {
                receivers += channels.publish(reached, listeners.clients(), channel, content);
                steps.add(deliveries(listeners.clients().size()));
            }
        }
    }

    /** What handing the message to so many takes. */
    private long deliveries(long listeners) {
        return listeners * (MatchCost.MESSAGE + (long) content.length / BYTES_A_STEP);
    }

    @Override
    public long steps() {
        return all.count();
    }

    @Override
    public long heldBytes() {
        return channel.length + (long) content.length;
    }
}
