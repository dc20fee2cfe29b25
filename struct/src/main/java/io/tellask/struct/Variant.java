package io.tellask.struct;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A field of a union, on its getter: it exists only while the tag, an enum field of the same struct, has the given value. Fields of different values share
 * their bytes; fields of one value lie one behind the other. Another value of the tag clears the bytes. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Variant {
    /** Name of the field that is the tag. */
    String tag();

    /** Name of the constant that the tag has while this field exists. */
    String value();
}
