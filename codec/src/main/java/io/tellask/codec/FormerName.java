package io.tellask.codec;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A name that a field, record component, constant of an enum, or class had when bytes were written that are still to be
 * read: a simple name, for a class its full one ({@code "app.model.Order$Line"}).
 *
 * <p>Repeatable; the current name wins where a message has both. A class with two fields or constants of the same former
 * name is refused.
 */
@Documented
@Repeatable(FormerName.All.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.RECORD_COMPONENT, ElementType.TYPE})
public @interface FormerName {
    String value();

    /** Holds several former names; the compiler puts it there. */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.RECORD_COMPONENT, ElementType.TYPE})
    @interface All {
        FormerName[] value();
    }
}
