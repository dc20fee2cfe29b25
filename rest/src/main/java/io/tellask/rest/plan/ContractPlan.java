package io.tellask.rest.plan;

import io.tellask.actor.ContractException;
import io.tellask.actor.contract.Contract;
import io.tellask.actor.contract.ContractMethod;
import io.tellask.codec.Codec;
import io.tellask.codec.EncodeException;
import io.tellask.codec.Encoding;
import io.tellask.rest.NoRoute;
import io.tellask.rest.Route;
import io.tellask.rest.check.ArgumentChecks;
import io.tellask.rest.type.Types;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Plans the requests of a contract: what each of its methods is called by. Not thread-safe. */
public final class ContractPlan {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

    private final Class<?> contract;
    private final PathTemplate base;
    private final Object actor;
    private final Codec codec;
    private final Encoding json;

    private ContractPlan(Class<?> contract, PathTemplate base, Object actor, Codec codec, Encoding json) {
        this.contract = contract;
        this.base = base;
        this.actor = actor;
        this.codec = codec;
        this.json = json;
    }

    /**
     * The methods of a contract, without those that are left out.
     *
     * @param actor that is called
     * @param base the path of the contract
     * @param variables what the type variables of the contract are
     * @throws ContractException if requests cannot carry what a method takes or returns; it names the method and the
     *     remedy
     */
    public static List<MethodPlan> of(
            Class<?> contract,
            PathTemplate base,
            Object actor,
            Codec codec,
            Encoding json,
            Map<TypeVariable<?>, Type> variables) {
        ContractPlan plan = new ContractPlan(contract, base, actor, codec, json);
        List<MethodPlan> methods = new ArrayList<>();
        for (ContractMethod method : Contract.of(contract).methods()) {
            if (!method.method().isAnnotationPresent(NoRoute.class)) {
                methods.add(plan.plan(resolved(method, variables)));
            }
        }
        return methods;
    }

    private static ContractMethod resolved(ContractMethod method, Map<TypeVariable<?>, Type> variables) {
        ContractMethod.Types types = method.types();
        List<Type> parameters = types.parameters().stream()
                .map(type -> Types.resolve(type, variables))
                .toList();
        Type result = Types.resolve(types.result(), variables);
        return new ContractMethod(
                method.index(),
                method.name(),
                method.method(),
                method.kind(),
                new ContractMethod.Types(parameters, result, types.failures()),
                method.signature(),
                method.leavesIoLoop());
    }

    private MethodPlan plan(ContractMethod method) {
        String name = contract.getSimpleName() + "." + method.name();
        Route route = method.method().getAnnotation(Route.class);
        Conventions conventions = Conventions.of(method.name(), contract.getSimpleName());
        ParameterPlanner planner = new ParameterPlanner(name, method, json);
        Verb verb = route == null ? conventions.verb() : verb(route, name);
        PathTemplate below =
                route == null ? planner.conventionalPath(conventions) : PathTemplate.parse(path(route, name), name);
        List<ParameterPlan> parameters = planner.plan(verb, below);
        for (ParameterPlan parameter : parameters) {
            requireData(parameter.type(), name, "parameter=" + parameter.name());
        }
        ResultPlan result = ResultPlan.of(method);
        if (result.kind() != ResultPlan.Kind.NOTHING) {
            requireData(result.type(), name, "result");
        }
        return new MethodPlan(
                contract,
                method,
                verb,
                base.append(below),
                parameters,
                result,
                handle(method.method(), name),
                checks(method.method(), parameters));
    }

    private static Verb verb(Route route, String owner) {
        String word = route.value().split(" ", 2)[0];
        Verb verb = word.equals("HEAD") ? null : Verb.of(word);
        if (verb == null) {
            throw new ContractException("rest: @Route of " + owner + " has no verb of GET, POST, PUT, PATCH, DELETE;"
                    + " write GET /{id}, for example");
        }
        return verb;
    }

    private static String path(Route route, String owner) {
        String[] words = route.value().split(" ", 2);
        if (words.length < 2) {
            throw new ContractException("rest: @Route of " + owner + " has no path; write GET /{id}, for example");
        }
        return words[1].strip();
    }

    private void requireData(Type type, String owner, String place) {
        Class<?> raw = Types.erasure(type);
        boolean own = raw.isInterface() && !raw.getName().startsWith("java.") && !raw.isSealed();
        if (own
                || raw.getName().startsWith("java.util.concurrent.Flow")
                || raw.getName().startsWith("java.util.function")) {
            throw new ContractException("rest: " + owner + ", " + place + ", type=" + type.getTypeName()
                    + " is a reference or a stream, which a request cannot carry; mark the method @NoRoute");
        }
        try {
            if (type != void.class && type != Void.class && !raw.isPrimitive() && !raw.isInterface()) {
                codec.check(type);
            }
        } catch (EncodeException refused) {
            throw new ContractException("rest: " + owner + ", " + place + ": " + refused.getMessage(), refused);
        }
    }

    private MethodHandle handle(Method method, String name) {
        try {
            method.trySetAccessible();
            MethodHandle handle = LOOKUP.unreflect(method).bindTo(actor);
            return handle.asSpreader(Object[].class, method.getParameterCount())
                    .asType(MethodType.methodType(Object.class, Object[].class));
        } catch (IllegalAccessException e) {
            throw new ContractException(
                    "rest: " + name + " cannot be called from here; make the interface public, and export"
                            + " its package in module-info",
                    e);
        }
    }

    private static @Nullable ArgumentChecks checks(Method method, List<ParameterPlan> parameters) {
        ArgumentChecks.Builder checks = new ArgumentChecks.Builder();
        for (ParameterPlan parameter : parameters) {
            boolean body = parameter.isInBody();
            boolean field = parameter.place() == ParameterPlan.Place.FIELD;
            String kind = body ? "pointer" : parameter.place() == ParameterPlan.Place.HEADER ? "header" : "parameter";
            String where = field ? "/" + parameter.name() : body ? "" : parameter.name();
            checks.add(method.getParameters()[parameter.index()], parameter.index(), parameter.type(), kind, where);
        }
        return checks.build();
    }
}
