package io.tellask.cluster.jgroups;

import io.tellask.cluster.Links;
import io.tellask.cluster.LogEngine;
import io.tellask.cluster.PartitionContract;
import org.jgroups.Address;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.protocols.TP;
import org.jgroups.raft.util.Utils;
import org.jgroups.stack.Protocol;
import org.jgroups.stack.ProtocolStack;
import org.jgroups.util.MessageBatch;

class JGroupsPartitionTest extends PartitionContract {
    @Override
    protected LogEngine engine(Links links) {
        return new JGroupsEngine(channel -> insert(channel, links));
    }

    private static void insert(JChannel channel, Links links) {
        try {
            channel.getProtocolStack()
                    .insertProtocol(new LosingProtocol(channel, links), ProtocolStack.Position.ABOVE, TP.class);
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** Drops what comes over links that lose it. */
    private static final class LosingProtocol extends Protocol {
        private final JChannel channel;
        private final Links links;

        LosingProtocol(JChannel channel, Links links) {
            this.channel = channel;
            this.links = links;
        }

        private boolean drops(Message message) {
            Address from = message.src();
            return from != null
                    && !from.equals(channel.address())
                    && links.drops(Utils.extractRaftId(from), channel.name());
        }

        @Override
        public Object up(Message message) {
            return drops(message) ? null : up_prot.up(message);
        }

        @Override
        public void up(MessageBatch batch) {
            batch.removeIf(this::drops, true);
            if (!batch.isEmpty()) {
                up_prot.up(batch);
            }
        }
    }
}
