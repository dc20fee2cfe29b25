package io.tellask.cluster;

import io.tellask.actor.Promise;

/** The contract of the actor behind a {@link ReplicaClient}. */
interface ClientCalls {
    Promise<byte[]> apply(byte[] command);

    Promise<byte[]> query(byte[] question);

    Promise<byte[]> queryLocally(byte[] question);

    void close();
}
