package io.tellask.rest;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The answer has status 201, and says where the new thing is. */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Created {
    /**
     * Where the new thing is, below the path of the request: {@code {id}} stands for the component of the result of
     * that name, or for the result itself
     * where that is no record. Empty: no header {@code Location}.
     */
    String value() default "";
}
