package io.tellask.struct;

import io.tellask.text.PassedByValue;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says that an interface is a struct, whose objects contracts pass by value, and how its fields lie in memory. Unless said, as without this annotation, they
 * lie in the order of their alignment, the greatest first, and of their names, as little-endian values at their natural alignment.
 */
@Documented
@PassedByValue
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Struct {
    /** Names of all fields in the order of their bytes; empty for the order that needs no padding. */
    String[] fields() default {};

    /** Byte order of numbers, also of the length of strings. Nested structs have their own. */
    Endianness byteOrder() default Endianness.LITTLE;

    /** Greatest alignment of a field in bytes, a power of two up to 8: 1 leaves no padding between fields. */
    int maxAlignmentBytes() default 8;
}
