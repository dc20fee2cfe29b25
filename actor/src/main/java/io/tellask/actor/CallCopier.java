package io.tellask.actor;

import java.lang.reflect.Method;
import java.lang.reflect.Type;

/**
 * Copies what calls within a process pass, so that they behave as calls to other processes: {@link ActorSystem.Builder#copyLocalCalls}. The
 * remote module has one, {@code Remote.copying}. Thread-safe.
 */
public interface CallCopier {
    /**
     * A copy of an argument, or of an item of a stream that is an argument. Called by the thread that calls, or that emits; what this throws, the
     * call or the stream fails with.
     *
     * @param method of the interface
     * @param parameter its place among the parameters, from 0
     * @param type what is declared there, of the items where that is a stream, with the type variables of generic super-interfaces replaced
     */
    Object argument(Method method, int parameter, Type type, Object value);

    /**
     * A copy of a result, or of an item of a stream that is one. Called as the actor that answers; what this throws, the call or the stream fails
     * with.
     *
     * @param type of what arrives in the end: the type within the promise or publisher, or the plain return type
     */
    Object result(Method method, Type type, Object value);
}
