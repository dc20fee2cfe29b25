package io.tellask.remote.session;

import io.tellask.actor.MailboxOptions;
import io.tellask.actor.MailboxPolicy;
import io.tellask.actor.contract.ContractMethod;
import io.tellask.actor.contract.LocalPublisher;
import io.tellask.actor.runtime.ActorCell;
import io.tellask.actor.runtime.CallMessage;
import io.tellask.codec.ByteReader;
import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A publisher of this side that a call brings to the peer as an argument. The peer holds a reference to it as to an actor, whose one method
 * is a stream: {@link RemoteContract#STREAM}. Each passing makes a reference of its own.
 *
 * <p>The publisher is called as the actor that made the call, else on the session's loop. It is subscribed to once, however often the peer
 * asks. Thread-safe.
 */
final class PassedStream extends Skeleton {
    /** The one method of that contract. */
    static final int SUBSCRIBE = 0;

    private final ActorCell<?> cell;
    private final Flow.Publisher<?> publisher;
    private final ResultCodec items;
    private final AtomicBoolean opened = new AtomicBoolean();

    private PassedStream(ActorCell<?> cell, Flow.Publisher<?> publisher, ResultCodec items) {
        this.cell = cell;
        this.publisher = publisher;
        this.items = items;
    }

    /** A publisher that the calling code passes in a session, as a parameter that declares its items. */
    static PassedStream of(Endpoint endpoint, Flow.Publisher<?> publisher, ResultCodec items) {
        ActorCell<?> caller = ActorCell.current();
        return new PassedStream(caller != null ? caller : endpoint.loopCell(), publisher, items);
    }

    /** The method of the contract: its result is a stream of items whose type the parameter declares. */
    static ContractMethod method() {
        Method subscribe;
        try {
            subscribe = Flow.Publisher.class.getMethod("subscribe", Flow.Subscriber.class);
        } catch (NoSuchMethodException missing) {
            throw new ExceptionInInitializerError(missing);
        }
        return new ContractMethod(
                SUBSCRIBE,
                subscribe.getName(),
                subscribe,
                ContractMethod.Kind.STREAM,
                new ContractMethod.Types(List.of(), Object.class, List.of()),
                "items()" + Flow.Publisher.class.getName(),
                false);
    }

    /** Where publishers are called that no actor passed: as an actor of a session's loop that nobody else calls. */
    static ActorCell<?> loopCell(Endpoint endpoint) {
        ActorCell<Endpoint> cell = new ActorCell<>(
                new LoopHost(endpoint),
                "streams to " + endpoint.peer(),
                endpoint.loop(),
                MailboxOptions.of(1, MailboxPolicy.REFUSE));
        cell.install(endpoint);
        return cell;
    }

    ActorCell<?> cell() {
        return cell;
    }

    /** What an actor of this side gets if the peer passes it back. */
    @SuppressWarnings("unchecked")
    Flow.Publisher<Object> backHere() {
        return LocalPublisher.of(cell, (Flow.Publisher<Object>) publisher);
    }

    private Flow.Publisher<?> open() {
        if (!opened.compareAndSet(false, true)) {
            throw new IllegalStateException(
                    "stream: it has a subscriber already; a publisher that is an argument serves one");
        }
        return publisher;
    }

    ResultCodec items() {
        return items;
    }

    @Override
    public Object call(int method, Object actor, ByteReader in, ArgumentReader arguments) {
        return open();
    }

    @Override
    public CallMessage message(int method, ByteReader in, ArgumentReader arguments) {
        return new Subscribe();
    }

    private final class Subscribe extends CallMessage {
        @Override
        protected Object invoke(Object actor) {
            return open();
        }

        @Override
        public String method() {
            return "Publisher.subscribe";
        }
    }
}
