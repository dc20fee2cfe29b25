package io.tellask.rest;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Verb and path of a method, in place of those that its name and parameters give. */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Route {
    /**
     * A verb, a blank, and a path below that of the contract, whose parts in braces are parameters of the method:
     * {@code GET /{id}/lines}. A path of
     * {@code /} is that of the contract itself.
     */
    String value();
}
