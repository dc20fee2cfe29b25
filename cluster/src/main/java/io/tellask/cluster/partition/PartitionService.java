package io.tellask.cluster.partition;

import io.tellask.remote.Spore;
import java.util.concurrent.Flow;

/**
 * The entries of a member, for {@link Partitions}; {@link Partitions#service} makes one, to be published as {@link Partitions#NAME} beside the member's
 * {@code ReplicaService}. Whoever may call it may read all.
 *
 * <p>Sets of slots are bits, the lowest one of the first byte for slot 0; at most 2,048 bytes.
 */
public interface PartitionService {
    /**
     * The entries of slots as of one moment, no earlier than this call, in parts of many. It fails before the first one where the member does not
     * lead, or its group does not have all of the slots.
     */
    Flow.Publisher<byte[]> entries(byte[] slots);

    /**
     * The entries of slots and what the group is to them, no older than this call, and then all that changes, until it is cancelled. A part is
     * empty where there was nothing more to tell. It fails before the first one where the member does not lead.
     */
    Flow.Publisher<byte[]> follow(byte[] slots);

    /** What a spore makes of the entries of slots, where they are; fails as {@link #entries} does, or with what the spore throws. */
    <R> Flow.Publisher<R> process(byte[] slots, Spore<StoredEntry, R> spore);
}
