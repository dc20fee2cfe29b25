package io.tellask.actor.contract;

import io.tellask.actor.OptionalMethod;
import io.tellask.actor.Urgent;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * One method of a contract.
 *
 * @param index its place in {@link Contract#methods()}
 * @param name its name, which overloads share
 * @param method the interface's method; a stand-in where the interface is not here
 * @param kind how it is called
 * @param types what it takes, gives and throws, with the type variables of generic super-interfaces replaced
 * @param signature name, generic parameter types and return type: equal on both sides of a connection, or the contracts differ
 * @param leavesIoLoop whether a parameter brings code of the caller's, which never runs on an I/O loop
 */
public record ContractMethod(
        int index, String name, Method method, Kind kind, Types types, String signature, boolean leavesIoLoop) {
    /** How a method is called, told from its return type. */
    public enum Kind {
        /** Returns void: nobody waits. */
        TELL,
        /** Returns a promise (or one of its supertypes). */
        ASK,
        /** Returns a publisher. */
        STREAM,
        /** Returns a plain value: the calling thread waits. */
        BLOCKING
    }

    /**
     * The types of a method as its contract has them.
     *
     * @param result what arrives in the end: the type within the promise or publisher, the plain return type, or void
     */
    public record Types(List<Type> parameters, Type result, List<Type> failures) {}

    /** Whether another side's version of the contract may lack it. */
    public boolean isOptional() {
        return method.isAnnotationPresent(OptionalMethod.class);
    }

    /** Whether its calls go ahead of others. */
    public boolean isUrgent() {
        return method.isAnnotationPresent(Urgent.class);
    }

    /** What arrives in the end: the type within the promise or publisher, the plain return type, or void. */
    public Type resultType() {
        return types.result();
    }

    static String signatureOf(Method method, TypeArguments variables) {
        return Arrays.stream(variables.resolve(method.getGenericParameterTypes()))
                        .map(Type::getTypeName)
                        .collect(Collectors.joining(",", method.getName() + "(", ")"))
                + variables.resolve(method.getGenericReturnType()).getTypeName();
    }
}
