package io.tellask.testkit;

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
 * An actor that records the calls made to it: {@code system.spawn(Greeter.class, probe::actor)}. Thread-safe.
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

    private final C actor;
    private final List<Call> calls = new ArrayList<>();

    /** A probe that returns from each call what the function says; null for a tell. */
    public CallProbe(Class<C> contract, Function<Call, @Nullable Object> answer) {
        Objects.requireNonNull(answer, "answer");
        InvocationHandler handler = (proxy, method, arguments) -> method.getDeclaringClass() == Object.class
                ? own(proxy, method, arguments)
                : answer.apply(record(method, arguments));
        actor = contract.cast(Proxy.newProxyInstance(contract.getClassLoader(), new Class<?>[] {contract}, handler));
    }

    /** A probe for a contract of tells. */
    public CallProbe(Class<C> contract) {
        this(contract, call -> null);
    }

    private @Nullable Object own(Object proxy, Method method, Object @Nullable [] arguments) {
        return switch (method.getName()) {
            case "equals" -> arguments != null && proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            default -> "CallProbe";
        };
    }

    private Call record(Method method, Object @Nullable [] arguments) {
        List<@Nullable Object> copy =
                arguments == null ? List.of() : Collections.unmodifiableList(Arrays.asList(arguments.clone()));
        Call call = new Call(method.getName(), copy);
        synchronized (calls) {
            calls.add(call);
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
            return List.copyOf(calls);
        }
    }
}
