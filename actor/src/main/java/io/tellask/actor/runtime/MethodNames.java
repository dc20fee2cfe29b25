package io.tellask.actor.runtime;

/** The names of the methods of a contract, by their numbers. Thread-safe. */
@FunctionalInterface
public interface MethodNames {
    /** The name of a method. */
    String methodName(int method);
}
