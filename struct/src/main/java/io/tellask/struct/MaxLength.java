package io.tellask.struct;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Greatest length of a string with a length of its own, on its getter: two bytes that count, then that many bytes of UTF-8; from 1 to
 * {@value StructLayout#MAX_TEXT_BYTES}. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface MaxLength {
    /** Bytes, without those that count. */
    int value();
}
