package io.tellask.struct;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Length of a string of fixed length, on its getter: that many bytes of UTF-8, filled up with zeros; from 1 to {@value StructLayout#MAX_TEXT_BYTES}. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Length {
    /** Bytes. */
    int value();
}
