package io.tellask.actor.contract;

import io.tellask.actor.ContractException;
import io.tellask.actor.LeavesIoLoop;
import io.tellask.actor.Promise;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * A contract: an interface whose methods are the messages of an actor. Made once per interface and kept with it.
 *
 * <p>Methods are ordered by signature, so that both sides of a connection count them alike. Default methods are not messages (they run
 * at the caller), nor are static ones. Immutable; thread-safe.
 *
 * @param <C> the interface
 */
public final class Contract<C> {
    /** Methods a contract may have. */
    public static final int MAX_METHODS = 1_024;

    private static final ClassValue<Contract<?>> CONTRACTS = new ClassValue<>() {
        @Override
        protected Contract<?> computeValue(Class<?> type) {
            return new Contract<>(type);
        }
    };

    private final Class<C> type;
    private final List<ContractMethod> methods;
    private final boolean leavesIoLoop;
    private final boolean hasUrgentMethods;
    private final GeneratedClasses classes;
    private volatile @Nullable LocalCode<C> localCode;

    private Contract(Class<C> type) {
        this.type = type;
        methods = readMethods(type);
        leavesIoLoop = methods.stream().anyMatch(ContractMethod::leavesIoLoop);
        hasUrgentMethods = methods.stream().anyMatch(ContractMethod::isUrgent);
        classes = GeneratedClasses.beside(type);
    }

    /** The contract of an interface; {@link ContractException} says why a type cannot be one. */
    @SuppressWarnings("unchecked")
    public static <C> Contract<C> of(Class<C> type) {
        return (Contract<C>) CONTRACTS.get(type);
    }

    public Class<C> type() {
        return type;
    }

    public List<ContractMethod> methods() {
        return methods;
    }

    /** Where classes generated for this contract are defined. */
    public GeneratedClasses classes() {
        return classes;
    }

    public boolean leavesIoLoop() {
        return leavesIoLoop;
    }

    /** Whether calls of some methods go ahead of others. */
    public boolean hasUrgentMethods() {
        return hasUrgentMethods;
    }

    /** The generated messages and local proxy; made at first use. */
    public LocalCode<C> localCode() {
        LocalCode<C> made = localCode;
        return made != null ? made : makeLocalCode();
    }

    private synchronized LocalCode<C> makeLocalCode() {
        if (localCode == null) {
            localCode = LocalCode.generate(this);
        }
        return localCode;
    }

    private static List<ContractMethod> readMethods(Class<?> type) {
        if (!type.isInterface() || type.isAnnotation()) {
            throw new ContractException(
                    "contract: type=" + type.getName() + " is not an interface; declare the calls in one");
        }
        if (type.isSealed() || type.isHidden()) {
            throw new ContractException(
                    "contract: type=" + type.getName() + " is " + (type.isSealed() ? "sealed" : "hidden")
                            + ", and a generated reference could not implement it; use an interface that anybody may implement");
        }
        Map<String, Method> chosen = new LinkedHashMap<>();
        Arrays.stream(type.getMethods())
                .filter(method -> Modifier.isAbstract(method.getModifiers()) && !declaredByObject(method))
                .forEach(method -> chosen.merge(erasedKey(method), method, Contract::moreSpecific));
        if (chosen.size() > MAX_METHODS) {
            throw new ContractException("contract: type=" + type.getName() + ", methods=" + chosen.size()
                    + " > MAX_METHODS=" + MAX_METHODS + "; split the interface");
        }
        List<Method> ordered = new ArrayList<>(chosen.values());
        TypeArguments variables = new TypeArguments(type);
        ordered.sort(Comparator.comparing(method -> ContractMethod.signatureOf(method, variables)));
        List<ContractMethod> methods = new ArrayList<>();
        for (Method method : ordered) {
            methods.add(describe(methods.size(), method, variables));
        }
        return List.copyOf(methods);
    }

    private static boolean declaredByObject(Method method) {
        try {
            Object.class.getMethod(method.getName(), method.getParameterTypes());
            return true;
        } catch (NoSuchMethodException notOfObject) {
            return false;
        }
    }

    private static String erasedKey(Method method) {
        return method.getName() + Arrays.toString(method.getParameterTypes());
    }

    private static Method moreSpecific(Method one, Method other) {
        return one.getReturnType().isAssignableFrom(other.getReturnType()) ? other : one;
    }

    private static ContractMethod describe(int index, Method method, TypeArguments variables) {
        Class<?> returned = method.getReturnType();
        ContractMethod.Kind kind = kindOf(returned);
        Type result = variables.resolve(method.getGenericReturnType());
        if (kind == ContractMethod.Kind.ASK || kind == ContractMethod.Kind.STREAM) {
            result = result instanceof ParameterizedType generic ? generic.getActualTypeArguments()[0] : Object.class;
        }
        List<Type> parameters = List.of(variables.resolve(method.getGenericParameterTypes()));
        List<Type> failures = List.of(variables.resolve(method.getGenericExceptionTypes()));
        boolean leaves =
                parameters.stream().anyMatch(p -> TypeArguments.erasure(p).isAnnotationPresent(LeavesIoLoop.class));
        ContractMethod.Types types = new ContractMethod.Types(parameters, result, failures);
        String signature = ContractMethod.signatureOf(method, variables);
        return new ContractMethod(index, method.getName(), method, kind, types, signature, leaves);
    }

    private static ContractMethod.Kind kindOf(Class<?> returned) {
        if (returned == void.class) {
            return ContractMethod.Kind.TELL;
        }
        if (returned == Promise.class || returned == CompletionStage.class || returned == CompletableFuture.class) {
            return ContractMethod.Kind.ASK;
        }
        return returned == Flow.Publisher.class ? ContractMethod.Kind.STREAM : ContractMethod.Kind.BLOCKING;
    }
}
