package io.tellask.text;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says of an interface that its objects are data, which a codec of their own writes into messages: it is no contract, and nobody calls such an object from
 * afar. On an annotation it says so of all interfaces that bear that one, on a class of the interfaces that its subclasses implement.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.ANNOTATION_TYPE})
public @interface PassedByValue {}
