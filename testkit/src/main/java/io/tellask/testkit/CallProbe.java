package io.tellask.testkit;

import io.tellask.actor.Promise;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An actor that records the calls made to it: {@code system.spawn(Greeter.class, probe::actor)}. Without a function that answers,
 * the test takes the calls one by one and answers them. Thread-safe.
 *
 * @param <C> the contract
 */
public final class CallProbe<C> {
    /**
     * One call.
     *
     * @param method the method's name
     * @param arguments as they arrived, null among them
     */
    public record Call(String method, List<@Nullable Object> arguments) {}

    /** A call that {@link #expect} found. Thread-safe. */
    public static final class Received {
        private final Call call;
        private final @Nullable Promise<Object> answer;

        private Received(Call call, @Nullable Promise<Object> answer) {
            this.call = call;
            this.answer = answer;
        }

        /** The call. */
        public Call call() {
            return call;
        }

        /**
         * Answers the ask.
         *
         * @throws IllegalStateException if it is a tell, or has been answered
         */
        public void answer(@Nullable Object value) {
            requireFirst(pending().complete(value));
        }

        /** Fails the ask; throws what {@link #answer} does. */
        public void fail(Throwable failure) {
            Objects.requireNonNull(failure, "failure");
            requireFirst(pending().completeExceptionally(failure));
        }

        private Promise<Object> pending() {
            if (answer == null) {
                throw new IllegalStateException("probe: call=" + call + " is a tell; nobody waits for an answer");
            }
            return answer;
        }

        private void requireFirst(boolean first) {
            if (!first) {
                throw new IllegalStateException("probe: call=" + call + " has been answered or cancelled");
            }
        }
    }

    private final C actor;
    private final List<Received> calls = new ArrayList<>();
    private int expected; // so many have been taken by the test

    /** A probe that returns from each call what the function says; null for a tell. */
    public CallProbe(Class<C> contract, Function<Call, @Nullable Object> answer) {
        Objects.requireNonNull(answer, "answer");
        InvocationHandler handler = (proxy, method, arguments) -> method.getDeclaringClass() == Object.class
                ? own(proxy, method, arguments)
                : answer.apply(record(method, arguments, null));
        actor = proxy(contract, handler);
    }

    /** A probe whose asks wait until the test answers them, see {@link #expect}: for contracts of tells and of asks with promises. */
    public CallProbe(Class<C> contract) {
        actor = proxy(
                contract,
                (proxy, method, arguments) -> method.getDeclaringClass() == Object.class
                        ? own(proxy, method, arguments)
                        : answerLater(method, arguments));
    }

    private static <C> C proxy(Class<C> contract, InvocationHandler handler) {
        return contract.cast(Proxy.newProxyInstance(contract.getClassLoader(), new Class<?>[] {contract}, handler));
    }

    private @Nullable Object own(Object proxy, Method method, Object @Nullable [] arguments) {
        return switch (method.getName()) {
            case "equals" -> arguments != null && proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            default -> "CallProbe";
        };
    }

    private @Nullable Object answerLater(Method method, Object @Nullable [] arguments) {
        Class<?> returned = method.getReturnType();
        boolean isAsk = returned.isAssignableFrom(Promise.class) && returned != Object.class;
        if (!isAsk && returned != void.class) {
            throw new UnsupportedOperationException("probe: method=" + method.getName() + " returns class="
                    + returned.getName() + ", which cannot come later; give the probe a function that answers");
        }
        Promise<Object> answer = isAsk ? new Promise<>() : null;
        record(method, arguments, answer);
        return answer;
    }

    private Call record(Method method, Object @Nullable [] arguments, @Nullable Promise<Object> answer) {
        List<@Nullable Object> copy =
                arguments == null ? List.of() : Collections.unmodifiableList(Arrays.asList(arguments.clone()));
        Call call = new Call(method.getName(), copy);
        synchronized (calls) {
            calls.add(new Received(call, answer));
        }
        return call;
    }

    /** The actor's object. */
    public C actor() {
        return actor;
    }

    /** The calls so far, in order. */
    public List<Call> calls() {
        synchronized (calls) {
            return calls.stream().map(Received::call).toList();
        }
    }

    /**
     * Takes the first call that was not taken yet.
     *
     * @throws AssertionError if it is another, or if there is none
     */
    public Received expect(String method, @Nullable Object... arguments) {
        Objects.requireNonNull(method, "method");
        Call wanted = new Call(method, Collections.unmodifiableList(Arrays.asList(arguments.clone())));
        synchronized (calls) {
            if (expected == calls.size()) {
                throw new AssertionError(
                        "probe: expected call=" + wanted + ", and none has come; calls so far=" + expected);
            }
            Received next = calls.get(expected);
            if (!next.call.equals(wanted)) {
                throw new AssertionError(
                        "probe: expected call=" + wanted + ", came=" + next.call + "; calls before=" + expected);
            }
            expected++;
            return next;
        }
    }

    /**
     * Checks that every call has been taken.
     *
     * @throws AssertionError if one has not
     */
    public void expectNone() {
        synchronized (calls) {
            if (expected < calls.size()) {
                throw new AssertionError(
                        "probe: expected no further call, came=" + calls().subList(expected, calls.size()));
            }
        }
    }
}
