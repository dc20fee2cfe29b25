package io.tellask.remote;

import io.tellask.actor.Promise;
import io.tellask.remote.session.StableReference;
import io.tellask.remote.session.UntypedReference;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * A reference to an actor of the other side whose interface is not here: its methods are called by their signatures, and arguments,
 * results and items are texts of the session's encoding, JSON or CBOR. {@link Client#lookupDynamic} finds one.
 *
 * <p>Credit, deadlines and failures are as for other references. References to actors of this side cannot be arguments. Thread-safe.
 */
public final class DynamicReference {
    private final Object reference; // of one session, or one that outlives it
    private volatile Announced announced;

    /** What the peer announced of the interface in one session: after a restart it may be another version of it. */
    private record Announced(UntypedReference reference, Map<MethodSignature, Integer> numbers) {
        /** A signature that is malformed is left out, and the others keep their numbers. */
        private static Announced of(UntypedReference reference) {
            Map<MethodSignature, Integer> numbers = new LinkedHashMap<>();
            List<String> signatures = reference.signatures();
            for (int i = 0; i < signatures.size(); i++) {
                MethodSignature method = MethodSignature.parsed(signatures.get(i));
                if (method != null) {
                    numbers.putIfAbsent(method, i);
                }
            }
            return new Announced(reference, numbers);
        }
    }

    DynamicReference(Object reference) {
        this.reference = reference;
        announced = Announced.of(behind(reference));
    }

    private static UntypedReference behind(Object reference) {
        return (UntypedReference) Objects.requireNonNull(StableReference.behind(reference));
    }

    private Announced current() {
        UntypedReference now = behind(reference);
        Announced known = announced;
        if (known.reference != now) {
            known = Announced.of(now);
            announced = known;
        }
        return known;
    }

    /**
     * What a call brought.
     *
     * @param text the text of the value; null for null, and for a reference
     * @param reference an actor that the call brought by itself; null for anything else
     */
    public record Value(byte @Nullable [] text, @Nullable DynamicReference reference) {
        private static Value of(@Nullable Object value) {
            return value instanceof UntypedReference brought
                    ? new Value(null, new DynamicReference(brought))
                    : new Value((byte[]) value, null);
        }
    }

    /** The full name of the interface. */
    public String contract() {
        return current().reference.contractName();
    }

    /** The methods of the interface, in the order of their signatures: in the session that there is. Signatures that are malformed are left out. */
    public List<MethodSignature> methods() {
        return List.copyOf(current().numbers.keySet());
    }

    /** The same actor, whose asks are given up after a time of their own: as {@link Remote#withDeadline}. */
    public DynamicReference withDeadline(Duration deadline) {
        return new DynamicReference(Remote.withDeadline(reference, deadline));
    }

    /**
     * Calls a method that returns nothing.
     *
     * @throws IllegalArgumentException if the interface has no such method, or it takes other arguments
     */
    public void tell(MethodSignature method, byte[]... arguments) {
        Announced now = current();
        int index = index(now, method, arguments);
        require(method.isTell(), method, "answers; use ask or stream");
        now.reference.tell(index, Arrays.asList(arguments));
    }

    /**
     * Calls a method that returns a value, or a promise of one.
     *
     * @throws IllegalArgumentException if the interface has no such method, or it takes other arguments
     */
    public Promise<Value> ask(MethodSignature method, byte[]... arguments) {
        Announced now = current();
        int index = index(now, method, arguments);
        require(!method.isTell() && !method.isStream(), method, "gives no single answer; use tell or stream");
        return now.reference.ask(index, Arrays.asList(arguments)).thenApply(Value::of);
    }

    /**
     * Calls a method that returns a stream; the call is made when somebody subscribes, once, and asks for items.
     *
     * @throws IllegalArgumentException if the interface has no such method, or it takes other arguments
     */
    public Flow.Publisher<Value> stream(MethodSignature method, byte[]... arguments) {
        Announced now = current();
        int index = index(now, method, arguments);
        require(method.isStream(), method, "gives no stream; use tell or ask");
        Flow.Publisher<Object> items = now.reference.stream(index, Arrays.asList(arguments));
        return subscriber -> items.subscribe(new Values(Objects.requireNonNull(subscriber, "subscriber")));
    }

    private static int index(Announced now, MethodSignature method, byte[][] arguments) {
        int index = now.numbers.getOrDefault(Objects.requireNonNull(method, "method"), -1);
        require(index >= 0, method, "is no method of contract=" + now.reference.contractName());
        for (byte[] argument : Objects.requireNonNull(arguments, "arguments")) {
            Objects.requireNonNull(argument, "argument");
        }
        require(
                arguments.length == method.parameters().size(),
                method,
                "takes arguments=" + method.parameters().size() + ", given=" + arguments.length);
        return index;
    }

    private static void require(boolean holds, MethodSignature method, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException("call: method=" + method.call() + " " + otherwise);
        }
    }

    @Override
    public String toString() {
        return "dynamic " + contract() + ", " + behind(reference);
    }

    /** Gives items on as what they are. */
    private record Values(Flow.Subscriber<? super Value> target) implements Flow.Subscriber<Object> {
        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            target.onSubscribe(subscription);
        }

        @Override
        public void onNext(Object item) {
            target.onNext(Value.of(item));
        }

        @Override
        public void onError(Throwable failure) {
            target.onError(failure);
        }

        @Override
        public void onComplete() {
            target.onComplete();
        }
    }
}
