package io.tellask.cluster.actors;

import io.tellask.actor.Promise;
import io.tellask.actor.runtime.CallMessage;
import io.tellask.remote.CreditExhaustedException;
import io.tellask.text.SafeLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** A call that waits, and that nobody holds a promise of. Guarded by the forwarding that it waits in. */
abstract class WaitingCall implements Waiting {
    private static final Logger LOG = System.getLogger("io.tellask.cluster");

    final CallMessage call;
    private long since; // 0: it did not wait

    private WaitingCall(CallMessage call) {
        this.call = call;
    }

    @Override
    public long waitsSince(long now) {
        since = since == 0 ? now : since;
        return since;
    }

    static final class Tell extends WaitingCall {
        Tell(CallMessage call) {
            super(call);
        }

        @Override
        public void make(Object reference) {
            try {
                call.repeat(reference);
            } catch (CreditExhaustedException full) {
                throw full; // it is made later
            } catch (Throwable refused) {
                notMade(refused);
            }
        }

        @Override
        public void fail(RuntimeException reason) {
            notMade(reason);
        }

        private void notMade(Throwable reason) {
            SafeLog.log(LOG, Level.WARNING, "cluster: a tell was not made, method=", call.method(), reason);
        }
    }

    static final class Subscription extends WaitingCall {
        private final Promise<Object> found;

        Subscription(CallMessage call, Promise<Object> found) {
            super(call);
            this.found = found;
        }

        @Override
        public void make(Object reference) {
            found.complete(reference);
        }

        @Override
        public void fail(RuntimeException reason) {
            found.completeExceptionally(reason);
        }
    }
}
