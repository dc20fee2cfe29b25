package io.tellask.rest.plan;

import io.tellask.actor.contract.ContractMethod;
import io.tellask.rest.Created;
import io.tellask.rest.MapContract;
import io.tellask.rest.type.Types;
import java.lang.reflect.Type;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What the answers of a method have. Immutable.
 *
 * @param kind of the body
 * @param type of the value, or of the items of a stream; of what is within where it is an {@code Optional}
 * @param isOptional whether an empty {@code Optional} is answered with status 404
 * @param status of an answer that has what was asked for
 * @param location where a new thing is, with names in braces; null for none
 * @param isTagged whether answers have an {@code etag}
 * @param isSmall whether its JSON is made on the loop of the connection
 */
public record ResultPlan(
        Kind kind,
        Type type,
        boolean isOptional,
        int status,
        @Nullable Location location,
        boolean isTagged,
        boolean isSmall) {
    /** What a body is. */
    public enum Kind {
        /** There is none: the method is a tell. */
        NOTHING,
        /** JSON. */
        VALUE,
        /** Bytes as they are. */
        BYTES,
        /** Events, or lines of JSON. */
        STREAM
    }

    private static final int OK = 200;
    private static final int CREATED = 201;
    private static final int ACCEPTED = 202;
    /** Components of a record whose JSON is made on the loop. */
    private static final int MOST_SMALL = 16;

    static ResultPlan of(ContractMethod method) {
        boolean optional = Types.isOptional(method.resultType());
        Type type = optional ? Types.argument(method.resultType(), 0) : method.resultType();
        Created created = method.method().getAnnotation(Created.class);
        Kind kind = switch (method.kind()) {
            case TELL -> Kind.NOTHING;
            case STREAM -> Kind.STREAM;
            default -> type == byte[].class ? Kind.BYTES : Kind.VALUE;
        };
        int status = created != null ? CREATED : kind == Kind.NOTHING ? ACCEPTED : OK;
        Location location =
                created == null || created.value().isEmpty() ? null : Location.of(created.value(), type, method);
        boolean tagged = method.method().getDeclaringClass() == MapContract.class
                && type != MapContract.Added.class
                && kind == Kind.VALUE;
        return new ResultPlan(kind, type, optional, status, location, tagged, isSmall(type));
    }

    /** Numbers, texts and flat records of such: a thread of their own would cost more than their JSON. */
    private static boolean isSmall(Type type) {
        return Types.isSimple(type)
                || type instanceof Class<?> plain
                        && plain.isRecord()
                        && plain.getRecordComponents().length <= MOST_SMALL
                        && Arrays.stream(plain.getRecordComponents())
                                .allMatch(component -> Types.isSimple(component.getGenericType()));
    }
}
