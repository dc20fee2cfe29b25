package io.tellask.remote;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Several interceptors as one. Immutable. */
record InterceptorChain(List<Interceptor> links) implements Interceptor {
    @Override
    public void before(IncomingCall call) {
        int passed = 0;
        try {
            for (Interceptor link : links) {
                link.before(call);
                passed++;
            }
        } catch (Throwable refusal) {
            after(call, refusal, passed);
            throw refusal;
        }
    }

    @Override
    public void after(IncomingCall call, @Nullable Throwable failure) {
        after(call, failure, links.size());
    }

    /** Tells all that are to be told, though one of them fails. */
    private void after(IncomingCall call, @Nullable Throwable failure, int links) {
        if (links == 0) {
            return;
        }
        try {
            this.links.get(links - 1).after(call, failure);
        } finally {
            after(call, failure, links - 1);
        }
    }
}
