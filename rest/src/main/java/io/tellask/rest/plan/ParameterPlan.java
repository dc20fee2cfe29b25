package io.tellask.rest.plan;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/**
 * Where a parameter of a method stands in a request. Immutable.
 *
 * @param index its place among the parameters
 * @param name its name where it stands: of the variable, of the query, the header, or the field of the body
 * @param place where it stands
 * @param type as the contract has it
 * @param reader of its text, or of each item of a collection; null in the body
 * @param element the parameter of the method, which has its annotations
 */
public record ParameterPlan(
        int index, String name, Place place, Type type, @Nullable TextReader reader, AnnotatedElement element) {
    /** Where parameters may stand. */
    public enum Place {
        PATH,
        QUERY,
        HEADER,
        /** It is the whole body. */
        BODY,
        /** It is the whole body, as bytes. */
        RAW_BODY,
        /** It is a field of the object that is the body. */
        FIELD
    }

    /** Whether a request without it is refused: that is so for numbers, which have no null, and parts of the path. */
    public boolean isRequired() {
        boolean number = type instanceof Class<?> plain && plain.isPrimitive() && plain != boolean.class;
        return number || place == Place.PATH;
    }

    public boolean isInBody() {
        return place == Place.BODY || place == Place.RAW_BODY || place == Place.FIELD;
    }
}
