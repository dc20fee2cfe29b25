package io.tellask.actor.contract;

import io.tellask.actor.Promise;
import io.tellask.actor.runtime.CallMessage;
import io.tellask.text.PassedByReference;
import java.util.List;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * The base of generated routers: references of a contract whose calls go to other references of it. Two are equal if they are the same. Another process that
 * is passed one calls it where it is.
 *
 * <p>Thread-safe, as the references are.
 *
 * <p>What generated code calls takes a router, so that no method of a contract can have the same name and parameters.
 */
public abstract class RouterReference implements PassedByReference {
    private final Routing routing;

    protected RouterReference(Routing routing) {
        this.routing = routing;
    }

    /** Who chooses among the routees. */
    public final Routing routing() {
        return routing;
    }

    protected static @Nullable Object next(RouterReference router) {
        return router.routing.next();
    }

    protected static @Nullable Object next(RouterReference router, @Nullable Object argument) {
        return router.routing.next(argument);
    }

    protected static @Nullable Object next(RouterReference router, long argument) {
        return router.routing.next(argument);
    }

    /** Makes a tell of every routee; what some throw does not keep it from the others, and is thrown in the end. */
    protected final void tellAll(CallMessage call) {
        List<Routee> routees = routing.all();
        if (routees.isEmpty() && !routing.mayBeEmpty()) {
            throw routing.refusal();
        }
        Throwable failed = null;
        for (Routee routee : routees) {
            try {
                call.repeat(routee);
            } catch (Throwable failure) {
                failed = routing.bears(failure) ? failed : both(failed, failure);
            }
        }
        if (failed != null) {
            throw RouterReference.<RuntimeException>unchanged(failed);
        }
    }

    private static Throwable both(@Nullable Throwable first, Throwable next) {
        if (first == null) {
            return next;
        }
        if (first != next) {
            first.addSuppressed(next);
        }
        return first;
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> T unchanged(Throwable failure) throws T {
        throw (T) failure;
    }

    protected static RuntimeException refusal(RouterReference router) {
        return router.routing.refusal();
    }

    protected static Promise<Object> refusedAsk(RouterReference router) {
        return Promise.failed(router.routing.refusal());
    }

    protected static Flow.Publisher<Object> refusedStream(RouterReference router) {
        return new RefusedPublisher(router.routing.refusal());
    }

    /** Fails whoever subscribes. */
    private record RefusedPublisher(RuntimeException refusal) implements Flow.Publisher<Object> {
        @Override
        public void subscribe(Flow.Subscriber<? super Object> subscriber) {
            subscriber.onSubscribe(new Flow.Subscription() {
                @Override
                public void request(long items) {
                    // nothing comes
                }

                @Override
                public void cancel() {
                    // nothing is under way
                }
            });
            subscriber.onError(refusal);
        }
    }

    @Override
    public final String toString() {
        return routing.toString();
    }
}
