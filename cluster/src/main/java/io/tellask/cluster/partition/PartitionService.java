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
     * empty where there was nothing more to tell, and comes again a little later while there is not. It fails before the first one where the member does not lead.
     */
    Flow.Publisher<byte[]> follow(byte[] slots);

    /**
     * The entries of slots whose keys, without the slot, are not less than {@code from}, in the order of these keys, in parts of many. Those of a lot
     * are as of one moment, no earlier than this call. It fails before a lot as {@link #entries} does before the first part, and where
     * {@link Partitions#MOST_ORDERED} of them go on.
     */
    Flow.Publisher<byte[]> entriesInOrder(byte[] slots, byte[] from);

    /** What a spore makes of each of the entries that {@link #entriesInOrder} gives; its {@code finish} is not called. */
    <R> Flow.Publisher<KeyedResults<R>> processInOrder(byte[] slots, byte[] from, Spore<StoredEntry, R> spore);

    /** What a spore makes of the entries of slots, where they are; fails as {@link #entries} does, or with what the spore throws. */
    <R> Flow.Publisher<R> process(byte[] slots, Spore<StoredEntry, R> spore);
}
