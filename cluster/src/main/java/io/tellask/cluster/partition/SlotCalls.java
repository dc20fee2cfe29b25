package io.tellask.cluster.partition;

import io.tellask.actor.Promise;
import io.tellask.cluster.ReplicatedMap.Outcome;
import io.tellask.cluster.ReplicatedMap.Versioned;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The contract of the actor behind {@link Partitions}. */
interface SlotCalls {
    /** Applies steps that all concern one slot. */
    Promise<Outcome> apply(int slot, List<SlotStep> steps);

    /** The value of a key, or null. */
    Promise<@Nullable Versioned<byte[]>> read(int slot, byte[] key, boolean isLocal);

    /** Name of the group that has a slot. */
    Promise<String> owner(int slot);

    void close();
}
