package io.tellask.actor.contract;

import io.tellask.actor.Promise;
import io.tellask.actor.runtime.CallMessage;
import java.util.concurrent.Flow;

/**
 * What becomes of the calls of a {@link ForwardingReference}: it makes each of a reference that it finds, by {@link CallMessage#repeat}, at once or
 * later, and again if need be. Called by the thread that makes the call; thread-safe.
 */
public interface Forwarding {
    /** Makes a tell; throws what its caller is to see. */
    void tell(CallMessage call);

    /** Makes an ask; the promise is its caller's. */
    Promise<Object> ask(CallMessage call);

    /** A stream that is called for when somebody subscribes. */
    Flow.Publisher<Object> stream(CallMessage call);

    /** What stands behind the reference, in words. */
    @Override
    String toString();
}
