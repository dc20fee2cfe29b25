package io.tellask.remote.session;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.tellask.actor.Cancellable;
import io.tellask.actor.Dispatcher;
import io.tellask.actor.MailboxOptions;
import io.tellask.actor.MailboxPolicy;
import io.tellask.actor.runtime.ActorCell;
import io.tellask.actor.runtime.CallMessage;
import io.tellask.actor.runtime.ThreadDispatcher;
import io.tellask.remote.ProtocolException;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * What a peer may send, as {@link Export} and {@link StreamReceiver} grant it: the thread that takes calls and items grants, the loop compares. A peer that uses what it
 * was granted, however soon, is never taken for a hostile one.
 */
public final class GrantsStress {
    private static final int HALF_AND_MORE_BYTES = 600; // of the 1,024 that there are: two of these are too many

    private static final Dispatcher THREAD = new ThreadDispatcher("stress", false);
    private static final RemoteContract<Desk> CONTRACT = RemoteContract.of(Desk.class);

    private GrantsStress() {}

    /** What is called. */
    public interface Desk {
        void note();

        Flow.Publisher<Integer> numbers();
    }

    private static int method(String name) {
        return CONTRACT.contract().methods().stream()
                .filter(method -> method.name().equals(name))
                .findFirst()
                .orElseThrow()
                .index();
    }

    /** A tell of the peer's. */
    private static final class Note extends CallMessage {
        Note() {
            callId = (long) GrantsStress.method("note") << 32;
            wireBytes = HALF_AND_MORE_BYTES;
        }

        @Override
        protected @Nullable Object invoke(Object actor) {
            throw new AssertionError("only handled");
        }

        @Override
        public String method() {
            return "note";
        }
    }

    /** An actor that a peer calls, which has used up what it was granted. */
    public abstract static class Exported {
        final GrantingPeer peer = new GrantingPeer();
        private final Endpoint endpoint = peer.endpoint();
        final Export export;

        Exported(Dispatcher dispatcher) {
            ActorCell<Object> cell = new ActorCell<>(
                    new LoopHost(endpoint), "stress", dispatcher, MailboxOptions.of(1, MailboxPolicy.REFUSE));
            cell.install(this);
            export = new Export(endpoint, 1, cell, CONTRACT, CONTRACT.skeleton(endpoint));
        }
    }

    /** Calls are executed, and the peer calls again as soon as it hears of it. */
    @JCStressTest
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "both calls are taken")
    @Outcome(expect = FORBIDDEN, desc = "a peer that kept its credit was refused, or it was never granted")
    @State
    public static class CallWithNewCredit extends Exported {
        private int taken;

        public CallWithNewCredit() {
            super(new NoTasks());
            export.refused(HALF_AND_MORE_BYTES);
            export.refused(HALF_AND_MORE_BYTES);
        }

        @Actor
        public void execute() {
            export.reply(new Note(), null);
            export.reply(new Note(), null);
        }

        @Actor
        public void call() {
            for (int i = 1; i <= 2 && peer.awaitGrant(i); i++) {
                try {
                    export.refused(HALF_AND_MORE_BYTES);
                    taken++;
                } catch (ProtocolException tooMuch) {
                    return;
                }
            }
        }

        @Arbiter
        public void compare(I_Result result) {
            result.r1 = taken;
        }
    }

    /** The loop gives calls up while others fail on a thread of the application: all credit comes back, counted by the actor alone. */
    @JCStressTest
    @Outcome(id = "all", expect = ACCEPTABLE, desc = "all credit comes back")
    @Outcome(expect = FORBIDDEN, desc = "credit is lost for ever: two threads counted at once")
    @State
    public static class RefusedBesideFailed extends Exported {
        private static final RuntimeException FAILURE = new IllegalStateException("of a test");
        private static final int CALLS = 4; // so that the actor is at work when the last ones fail

        public RefusedBesideFailed() {
            super(THREAD);
        }

        @Actor
        public void refuse() {
            for (int i = 0; i < CALLS; i++) {
                export.notExecuted(HALF_AND_MORE_BYTES);
            }
        }

        @Actor
        public void fail() {
            for (int i = 0; i < CALLS; i++) {
                Note ask = new Note();
                ask.callId |= 1; // one that nobody waits for any more
                export.fail(ask, FAILURE);
            }
        }

        @Arbiter
        public void compare(L_Result result) {
            result.r1 = peer.awaitGrant(2 * CALLS) && peer.awaitBytes(2 * CALLS * HALF_AND_MORE_BYTES) ? "all" : "lost";
        }
    }

    /** Asks for one item more with each that it gets. */
    private static final class OneMore implements Flow.Subscriber<Object> {
        private final long firstItems;
        private Flow.@Nullable Subscription subscription;

        OneMore(long firstItems) {
            this.firstItems = firstItems;
        }

        @Override
        public void onSubscribe(Flow.Subscription newSubscription) {
            subscription = newSubscription;
            newSubscription.request(firstItems);
        }

        @Override
        public void onNext(Object item) {
            if (subscription != null) {
                subscription.request(1);
            }
        }

        @Override
        public void onError(Throwable failure) {
            throw new AssertionError(failure);
        }

        @Override
        public void onComplete() {
            throw new AssertionError("it does not end");
        }
    }

    /** A stream of the peer's, whose first items have come and wait for their consumer. */
    public abstract static class Consumed {
        final GrantingPeer peer = new GrantingPeer();
        final StreamReceiver stream;

        Consumed(int itemsAhead) {
            RemoteTarget target =
                    new RemoteTarget(peer.endpoint(), CONTRACT, 1, new int[] {0, 1}, new Credit(1, 1), new Handed());
            RemoteReference reference = (RemoteReference) (Object) CONTRACT.newProxy(target);
            int method = method("numbers");
            stream = new StreamReceiver(reference, method, CONTRACT.result(method), new byte[0], null);
            stream.subscribe(new OneMore(itemsAhead));
        }

        /** How many of two more items are taken, each of which is sent once it was granted. */
        final int sendTwo(int itemBytes, boolean isGrantedByBytes) {
            for (int i = 1; i <= 2; i++) {
                boolean granted = isGrantedByBytes ? peer.awaitBytes(i * itemBytes) : peer.awaitGrant(i);
                if (!granted) {
                    return -1;
                }
                try {
                    stream.spend(itemBytes);
                } catch (ProtocolException tooMuch) {
                    return i - 1;
                }
            }
            return 2;
        }
    }

    /** Items are consumed, and the peer sends others as soon as it hears that they are wanted. */
    @JCStressTest
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "both items are taken")
    @Outcome(expect = FORBIDDEN, desc = "a peer that kept to its items was refused, or more were never asked for")
    @State
    public static class ItemWithNewDemand extends Consumed {
        private static final int FEW_BYTES = 10;
        private int taken;

        public ItemWithNewDemand() {
            super(2);
            stream.spend(FEW_BYTES);
            stream.spend(FEW_BYTES);
        }

        @Actor
        public void consume() {
            stream.deliver(1, FEW_BYTES);
            stream.deliver(2, FEW_BYTES);
        }

        @Actor
        public void send() {
            taken = sendTwo(FEW_BYTES, false);
        }

        @Arbiter
        public void compare(I_Result result) {
            result.r1 = taken;
        }
    }

    /** The same for bytes, of which there are fewer than of items. */
    @JCStressTest
    @Outcome(id = "2", expect = ACCEPTABLE, desc = "both items are taken")
    @Outcome(expect = FORBIDDEN, desc = "a peer that kept to its bytes was refused, or more were never granted")
    @State
    public static class ItemWithNewBytes extends Consumed {
        private int taken;

        public ItemWithNewBytes() {
            super(StreamReceiver.WINDOW_ITEMS);
            stream.spend(HALF_AND_MORE_BYTES);
            stream.spend(HALF_AND_MORE_BYTES);
        }

        @Actor
        public void consume() {
            stream.deliver(1, HALF_AND_MORE_BYTES);
            stream.deliver(2, HALF_AND_MORE_BYTES);
        }

        @Actor
        public void send() {
            taken = sendTwo(HALF_AND_MORE_BYTES, true);
        }

        @Arbiter
        public void compare(I_Result result) {
            result.r1 = taken;
        }
    }

    /** Counts who was refused. */
    private record Subscriber(AtomicInteger refused) implements Flow.Subscriber<Object> {
        @Override
        public void onSubscribe(Flow.Subscription subscription) {}

        @Override
        public void onNext(Object item) {}

        @Override
        public void onError(Throwable failure) {
            refused.incrementAndGet();
        }

        @Override
        public void onComplete() {}
    }

    /** Two subscribe to a stream that serves one. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "one is served, one refused")
    @Outcome(expect = FORBIDDEN, desc = "both have the same stream, or neither")
    @State
    public static class TwoSubscribers {
        private final AtomicInteger refused = new AtomicInteger();
        private final StreamReceiver stream;

        public TwoSubscribers() {
            RemoteTarget target = new RemoteTarget(
                    new GrantingPeer().endpoint(), CONTRACT, 1, new int[] {0, 1}, new Credit(1, 1), new Handed());
            RemoteReference reference = (RemoteReference) (Object) CONTRACT.newProxy(target);
            int method = method("numbers");
            stream = new StreamReceiver(reference, method, CONTRACT.result(method), new byte[0], null);
        }

        @Actor
        public void first() {
            stream.subscribe(new Subscriber(refused));
        }

        @Actor
        public void second() {
            stream.subscribe(new Subscriber(refused));
        }

        @Arbiter
        public void count(I_Result result) {
            result.r1 = refused.get();
        }
    }

    /** A dispatcher whose tasks do not matter. */
    private static final class NoTasks implements Dispatcher {
        @Override
        public void execute(Runnable task) {
            // what the actor would do beside the test
        }

        @Override
        public boolean isCurrent() {
            return false;
        }

        @Override
        public Cancellable schedule(Runnable task, long delayNanos) {
            throw new UnsupportedOperationException("nothing is scheduled");
        }

        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public boolean servesIo() {
            return false;
        }
    }
}
