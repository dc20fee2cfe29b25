package io.tellask.typescript.model;

import java.util.List;

/**
 * A method of a contract, the type variables of super-interfaces replaced. Immutable.
 *
 * @param name its name, which overloads share
 * @param kind how it is called
 * @param parameters what it takes
 * @param result what arrives in the end: the type within the promise or publisher, the plain type, or void
 * @param signature how the two sides of a session tell it apart
 * @param isOptional whether another side's version of the contract may lack it
 * @param documentation its javadoc; empty where that is not known
 */
public record MethodShape(
        String name,
        Kind kind,
        List<Parameter> parameters,
        JavaType result,
        String signature,
        boolean isOptional,
        String documentation) {
    /** How a method is called. */
    public enum Kind {
        TELL,
        ASK,
        STREAM
    }

    /** A parameter; {@code arg0} and so on where its name is not known. */
    public record Parameter(String name, JavaType type) {}
}
