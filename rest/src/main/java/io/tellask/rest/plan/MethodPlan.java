package io.tellask.rest.plan;

import io.tellask.actor.contract.ContractMethod;
import io.tellask.rest.check.ArgumentChecks;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How requests of one verb and path call a method. Immutable; made when a {@code Rest} is built, so that nothing is
 * looked up for a request.
 *
 * @param contract the interface
 * @param method of it
 * @param verb of its requests
 * @param path of its requests
 * @param parameters in the order of the method's
 * @param result what its answers have
 * @param handle of type {@code (Object[])Object}, bound to the actor
 * @param checks of the arguments; null where nothing is to be checked
 */
public record MethodPlan(
        Class<?> contract,
        ContractMethod method,
        Verb verb,
        PathTemplate path,
        List<ParameterPlan> parameters,
        ResultPlan result,
        MethodHandle handle,
        @Nullable ArgumentChecks checks) {
    /** The parameter that is the whole body; null where it is an object of several, or there is none. */
    public @Nullable ParameterPlan wholeBody() {
        return parameters.stream()
                .filter(p -> p.place() == ParameterPlan.Place.BODY || p.place() == ParameterPlan.Place.RAW_BODY)
                .findFirst()
                .orElse(null);
    }

    /** Whether its requests have a body. */
    public boolean hasBody() {
        return parameters.stream().anyMatch(ParameterPlan::isInBody);
    }

    /** Whether the body is bytes, and no JSON. */
    public boolean hasRawBody() {
        return parameters.stream().anyMatch(p -> p.place() == ParameterPlan.Place.RAW_BODY);
    }

    public Method javaMethod() {
        return method.method();
    }

    /** The types of declared exceptions. */
    public List<Type> failures() {
        return method.types().failures();
    }

    /** For messages: {@code Orders.find}. */
    public String name() {
        return contract.getSimpleName() + "." + method.name();
    }
}
