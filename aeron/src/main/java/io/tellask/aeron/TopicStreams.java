package io.tellask.aeron;

import io.tellask.actor.contract.ContractMethod;
import io.tellask.codec.ByteReader;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Who subscribed to the streams of one {@link TopicSubscription}, each with a demand of its own.
 *
 * <p>Thread-safety: those who subscribe, ask for more and cancel only put themselves into a queue; all else belongs to the delivery of the
 * subscription, which is one task at a time.
 */
final class TopicStreams {
    private final TopicMessages messages;
    private final Runnable wake;
    private final AtomicLong queuedBytes;
    private final Queue<TopicStreamReceiver> ready = new ConcurrentLinkedQueue<>();
    private final List<TopicStreamReceiver> open = new ArrayList<>();
    private volatile @Nullable TopicException over;

    /**
     * @param wake has the delivery called
     * @param queuedBytes counts what waits for demand, too
     */
    TopicStreams(TopicMessages messages, Runnable wake, AtomicLong queuedBytes) {
        this.messages = messages;
        this.wake = wake;
        this.queuedBytes = queuedBytes;
    }

    /** An object whose stream methods give the streams. */
    <T> T stub(Class<T> contract) {
        InvocationHandler handler = this::called;
        return contract.cast(Proxy.newProxyInstance(contract.getClassLoader(), new Class<?>[] {contract}, handler));
    }

    private @Nullable Object called(Object stub, Method called, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        if (called.getDeclaringClass() == Object.class) {
            return switch (called.getName()) {
                case "equals" -> stub == Objects.requireNonNull(arguments)[0];
                case "hashCode" -> System.identityHashCode(stub);
                default -> "streams of a topic";
            };
        }
        ContractMethod method = messages.method(called);
        if (method == null) {
            return InvocationHandler.invokeDefault(stub, called, arguments);
        }
        if (method.kind() != ContractMethod.Kind.STREAM) {
            throw new UnsupportedOperationException("topic: method=" + method.name()
                    + " tells; call it on TopicPublisher.tell, and hear it by the subscriber that was given");
        }
        return stream(messages.signals(method.index()));
    }

    private Flow.Publisher<Object> stream(TopicSignals signals) {
        return subscriber -> {
            TopicStreamReceiver receiver = new TopicStreamReceiver(
                    this, signals, Objects.requireNonNull(subscriber, "subscriber"), queuedBytes);
            receiver.schedule();
        };
    }

    void schedule(TopicStreamReceiver receiver) {
        ready.add(receiver);
        wake.run();
    }

    boolean isReady() {
        return !ready.isEmpty();
    }

    /** Ends all, and those that come later. From any thread; the delivery tells them. */
    void end(TopicException cause) {
        if (over == null) {
            over = cause;
        }
        wake.run();
    }

    // --- below on the delivery only

    void deliver(int index, byte[] message, ByteReader in) {
        TopicSignals signals = messages.signals(index);
        int kind = in.readByte();
        for (TopicStreamReceiver receiver : List.copyOf(open)) {
            if (receiver.hears(signals)) {
                receiver.add(message, in.position(), kind);
                receiver.turn();
            }
        }
    }

    /** Has those do something that wait for it. */
    void turn() {
        TopicException cause = over;
        if (cause != null) {
            List.copyOf(open).forEach(receiver -> receiver.fail(cause));
        }
        int waiting = ready.size();
        for (int i = 0; i < waiting; i++) {
            TopicStreamReceiver receiver = ready.poll();
            if (receiver != null) {
                receiver.begin();
                if (cause == null) {
                    receiver.turn();
                } else {
                    receiver.fail(cause);
                }
            }
        }
    }

    void opened(TopicStreamReceiver receiver) {
        open.add(receiver);
    }

    void ended(TopicStreamReceiver receiver) {
        open.remove(receiver);
    }
}
