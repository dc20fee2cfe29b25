package io.tellask.cluster;

import io.tellask.actor.Promise;
import java.util.concurrent.Flow;

/**
 * A member of a group as others reach it over the network; {@link Replica#service} makes one, {@link ReplicaClient} calls it. A refusal is an
 * answer, too: no call fails but for what its connection does.
 */
public interface ReplicaService {
    /** What the member knows of its group. */
    Promise<LogView> view();

    /** As {@link Replica#events}. */
    Flow.Publisher<GroupEvent> events();

    /** Opens a session at the leader; the answer is its number, eight bytes, big endian. */
    Promise<ReplicaAnswer> openSession();

    /**
     * As {@link Replica#inSession}, for commands whose numbers follow each other.
     *
     * @param first number of the first command
     * @param commands not too long together for one; where there are none nothing is done, by a member that does not lead, too
     * @return for each command a length, an int, and what became of it: a byte, 0 where it was applied, and the answer
     */
    Promise<ReplicaAnswer> apply(long session, long first, long oldest, byte[][] commands);

    /** As {@link Replica#query}. */
    Promise<ReplicaAnswer> query(byte[] question);

    /** As {@link Replica#queryLocally}. */
    Promise<ReplicaAnswer> queryLocally(byte[] question);

    /** As {@link StateMachine#parts}, for members. */
    Flow.Publisher<byte[]> parts();
}
