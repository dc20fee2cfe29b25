package io.tellask.cluster;

import io.tellask.actor.Promise;
import io.tellask.cluster.ClusterException.Problem;
import io.tellask.text.SafeLog;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Flow;

/** A member behind its contract. */
final class ReplicaActor implements ReplicaService {
    private final Replica replica;

    ReplicaActor(Replica replica) {
        this.replica = replica;
    }

    @Override
    public Promise<LogView> view() {
        return Promise.of(replica.view());
    }

    @Override
    public Flow.Publisher<GroupEvent> events() {
        return replica.events();
    }

    @Override
    public Promise<ReplicaAnswer> openSession() {
        return answer(replica.openSession()
                .thenApply(number ->
                        ByteBuffer.allocate(Long.BYTES).putLong(number).array()));
    }

    @Override
    public Promise<ReplicaAnswer> apply(long session, long first, long oldest, byte[][] commands) {
        return answer(replica.inSession(new Entries.InSession(session, first, oldest, List.of(commands))));
    }

    @Override
    public Promise<ReplicaAnswer> query(byte[] question) {
        return answer(replica.query(question));
    }

    @Override
    public Promise<ReplicaAnswer> queryLocally(byte[] question) {
        try {
            return Promise.of(ReplicaAnswer.of(replica.queryLocally(question)));
        } catch (RuntimeException refusal) {
            return Promise.of(refused(refusal));
        }
    }

    @Override
    public Flow.Publisher<byte[]> parts() {
        return replica.parts();
    }

    private Promise<ReplicaAnswer> answer(CompletableFuture<byte[]> answer) {
        return Promise.from(
                answer.handle((bytes, failure) -> failure == null ? ReplicaAnswer.of(bytes) : refused(failure)));
    }

    private ReplicaAnswer refused(Throwable failure) {
        Throwable cause = failure.getCause();
        Throwable reason = failure instanceof CompletionException && cause != null ? cause : failure;
        ClusterException known = reason instanceof ClusterException its
                ? its
                : new ClusterException(
                        Problem.REFUSED, "cluster: the state machine refused, " + SafeLog.describe(reason), reason);
        return ReplicaAnswer.refused(known, replica.view().leader());
    }
}
