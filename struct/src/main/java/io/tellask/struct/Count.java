package io.tellask.struct;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Number of elements of an array, on its getter, which takes an index: {@code @Count(8) int levels(int index)}; at least 1. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Count {
    /** Elements. */
    int value();
}
