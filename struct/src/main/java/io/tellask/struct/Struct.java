package io.tellask.struct;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** How the fields of a struct lie in memory. Without this annotation they lie in the order of their alignment, the greatest first, and of their names, as little-endian
 * values at their natural alignment. */
@Documented
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
