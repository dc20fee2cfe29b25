package io.tellask.cluster;

import io.tellask.cluster.ClusterException.Problem;
import org.jspecify.annotations.Nullable;

/**
 * What a member answers.
 *
 * @param problem why there is no answer, or null
 * @param reason in words; empty where there is no problem
 * @param leader who leads as far as the member knows, or null
 * @param bytes the answer; none where there is a problem
 */
public record ReplicaAnswer(
        @Nullable Problem problem, String reason, @Nullable String leader, byte[] bytes) {
    private static final byte[] NOTHING = {};

    static ReplicaAnswer of(byte[] bytes) {
        return new ReplicaAnswer(null, "", null, bytes);
    }

    static ReplicaAnswer refused(ClusterException failure, @Nullable String leader) {
        return new ReplicaAnswer(failure.problem(), String.valueOf(failure.getMessage()), leader, NOTHING);
    }
}
