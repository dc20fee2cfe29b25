package io.tellask.remote.session;

import io.tellask.actor.Promise;
import io.tellask.actor.runtime.ContractMethod;

/** The promise of one call to another process. It keeps what its answer needs: one object serves as promise and pending call. */
public final class RemotePromise extends Promise<Object> {
    final ContractMethod method; // null: a lookup
    final ResultCodec result;
    int callId;
    long deadlineNanos;

    RemotePromise(ContractMethod method, ResultCodec result) {
        this.method = method;
        this.result = result;
    }

    /** The contract of the reference that may come as an answer, or null. */
    RemoteContract<?> contract() {
        return result.contract();
    }

    String describe() {
        return method == null ? "lookup" : "method=" + method.name();
    }
}
