package io.tellask.remote.session;

import io.tellask.actor.contract.ContractMethod;
import io.tellask.codec.Codec;
import io.tellask.codec.EncodeException;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;

/**
 * Says of the type of a parameter or result that no value of it will ever travel. A type that is no interface is the codec's business; of an interface the
 * codec cannot know which class will implement it, but nobody implements these by data. Stateless.
 */
final class ParameterCheck {
    private static final String STREAM =
            "send a List, take a Flow.Publisher as a parameter of its own, or let the method return one";

    /** What stands for something of its process, and what to send in its place. */
    private static final Map<Class<?>, String> OF_A_PROCESS = Map.of(
            Future.class, "send the value when it is there, or return a Promise",
            CompletionStage.class, "send the value when it is there, or return a Promise",
            BaseStream.class, STREAM,
            Iterator.class, STREAM,
            Flow.Publisher.class, STREAM,
            Flow.Subscriber.class, STREAM,
            Flow.Subscription.class, STREAM,
            Executor.class, "let the actor run what it has to do");

    /** How the codec begins what it says of a type; the name of the method stands in its place here. */
    private static final String CHECK = "check: ";

    private ParameterCheck() {}

    /** Refuses parameters that can never travel, whatever anybody grants. */
    static void requireData(ContractMethod method) {
        List<Type> parameters = method.types().parameters();
        for (int i = 0; i < parameters.size(); i++) {
            String remedy = remedyOfProcess(ResultCodec.valueType(method, i));
            if (remedy != null) {
                throw refusal(method, i, " stands for something of the caller's process; " + remedy);
            }
        }
    }

    /** Refuses functions that the codec of the side that is called takes from nobody; interfaces of the application are called by reference. */
    static void requireSender(ContractMethod method, Codec codec) {
        List<Type> parameters = method.types().parameters();
        for (int i = 0; i < parameters.size(); i++) {
            Type value = ResultCodec.valueType(method, i);
            if (value instanceof Class<?> || value instanceof ParameterizedType) {
                Class<?> type = erasure(value);
                if (isFunction(type) && !codec.grantsSomeOf(type)) {
                    throw refusal(
                            method,
                            i,
                            " is a function of the JDK, whose code does not travel; declare an interface of your own, of which the"
                                    + " caller passes an actor, or grant a record that implements it");
                }
            }
        }
    }

    private static EncodeException refusal(ContractMethod method, int parameter, String reason) {
        return new EncodeException(publish(method, ", parameter=" + parameter)
                + method.types().parameters().get(parameter).getTypeName()
                + reason);
    }

    private static String publish(ContractMethod method, String place) {
        return "publish: method=" + method.method().getDeclaringClass().getSimpleName() + "." + method.name() + place
                + ", type=";
    }

    /** Refuses parameters and results that hold what the codec takes from nobody. */
    static void requireEncodable(ContractMethod method, Codec codec) {
        List<Type> parameters = method.types().parameters();
        for (int i = 0; i < parameters.size(); i++) {
            requireEncodable(method, ", parameter=" + i, ResultCodec.valueType(method, i), codec);
        }
        if (method.kind() != ContractMethod.Kind.TELL) {
            requireEncodable(method, ", result", method.resultType(), codec);
        }
    }

    private static void requireEncodable(ContractMethod method, String place, Type type, Codec codec) {
        if (type instanceof Class<?> plain && (plain.isPrimitive() || plain.isInterface() || plain == Void.class)) {
            return;
        }
        try {
            codec.check(type);
        } catch (EncodeException refused) {
            String reason = Objects.requireNonNull(refused.getMessage());
            throw new EncodeException(
                    publish(method, place) + type.getTypeName() + " cannot be encoded, "
                            + (reason.startsWith(CHECK) ? reason.substring(CHECK.length()) : reason),
                    refused);
        }
    }

    /** What helps if a type, an element of it, or one of its arguments is of a process; null if none is. */
    private static @Nullable String remedyOfProcess(Type type) {
        if (type instanceof ParameterizedType generic) {
            for (Type argument : generic.getActualTypeArguments()) {
                String remedy = remedyOfProcess(argument);
                if (remedy != null) {
                    return remedy;
                }
            }
            return remedyOfProcess(generic.getRawType());
        }
        if (type instanceof GenericArrayType array) {
            return remedyOfProcess(array.getGenericComponentType());
        }
        if (type instanceof WildcardType wildcard) {
            return remedyOfProcess(wildcard.getUpperBounds()[0]);
        }
        return type instanceof Class<?> plain ? remedyOfProcess(plain) : null;
    }

    private static @Nullable String remedyOfProcess(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.componentType();
        }
        Class<?> tested = element;
        return OF_A_PROCESS.entrySet().stream()
                .filter(each -> tested.isInterface() && each.getKey().isAssignableFrom(tested))
                .map(Map.Entry::getValue)
                .sorted()
                .findFirst()
                .orElse(null);
    }

    /** Nobody implements it by data, and no actor is spawned by it. */
    private static boolean isFunction(Class<?> type) {
        return type == Runnable.class
                || type == Callable.class
                || type.getPackageName().equals("java.util.function");
    }

    private static Class<?> erasure(Type type) {
        return type instanceof ParameterizedType generic ? (Class<?>) generic.getRawType() : (Class<?>) type;
    }
}
