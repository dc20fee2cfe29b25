package io.tellask.rest;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A parameter that stands in the query, where it would be a part of the path or of the body. Lists and sets take each
 * value of that name.
 */
@Documented
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
public @interface Query {
    /** Its name in the query; empty: that of the parameter. */
    String value() default "";
}
