package io.tellask.codec.graph;

import io.tellask.codec.CodecException;
import io.tellask.codec.DecodeException;
import io.tellask.codec.EncodeException;
import io.tellask.codec.UnknownClasses;
import io.tellask.codec.failure.FailurePlace;
import io.tellask.codec.failure.Failures;
import io.tellask.codec.schema.ClassShape;
import io.tellask.codec.schema.FieldConversion;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Says where in a graph something failed: each level that a failure passes adds its step to the {@link
 * CodecException}, and what is none, such as the exception of a constructor, becomes one at the first level.
 *
 * <p>Callers throw what these methods return. Only failures of the virtual machine, and requests to read or write in
 * another way, pass unchanged.
 */
public final class FailurePath {
    /** What {@link Class#cast} says, which handles call before they set a field. */
    private static final Pattern MISFIT = Pattern.compile("Cannot cast (\\S+) to (\\S+)");

    private FailurePath() {}

    /** Loads this class while there is stack for it: it is first needed where a stack may be full. */
    static void load() {}

    /** A field failed while it was read, or with a negative {@code member} the object itself could not be built. */
    public static RuntimeException reading(Throwable failure, GraphReader in, ClassShape shape, int member) {
        String misfit = failure instanceof ClassCastException cast ? misfit(cast, shape, member) : null;
        CodecException known = misfit == null
                ? read(failure, in, shape.type(), member >= 0)
                : new DecodeException("decode: " + misfit, failure);
        FailurePlace.at(known, in.in.offset());
        FailurePlace.addStep(known, shape.type(), fieldStep(shape, member));
        return known;
    }

    /**
     * The field that did not take its value, with both types; null where the failure is another. The arguments of a
     * record's constructor are cast together: the component is the one of the type that was asked for.
     */
    private static @Nullable String misfit(ClassCastException failure, ClassShape shape, int member) {
        Matcher words = MISFIT.matcher(String.valueOf(failure.getMessage()));
        if (!words.matches()) {
            return null;
        }
        List<ClassShape.Member> fields = member >= 0
                ? List.of(shape.members().get(member))
                : shape.members().stream()
                        .filter(each -> each.type().getName().equals(words.group(2)))
                        .toList();
        return fields.size() != 1
                ? null
                : FieldConversion.misfit(
                        shape.type().getName() + "." + fields.getFirst().name(), words.group(2), words.group(1));
    }

    /** An element of an array or a collection failed while it was read. */
    public static RuntimeException readingElement(Throwable failure, GraphReader in, Class<?> owner, int index) {
        return readingStep(failure, in, owner, "[" + index + "]");
    }

    public static RuntimeException readingStep(Throwable failure, GraphReader in, Class<?> owner, String step) {
        CodecException known = read(failure, in, owner, true);
        FailurePlace.addStep(known, owner, step);
        return known;
    }

    /** A field did not take its value. */
    public static RuntimeException settingField(Throwable failure, ClassShape shape, ClassShape.Member member) {
        CodecException known = failure instanceof CodecException codec
                ? codec
                : new DecodeException(
                        "decode: the bytes do not fit the class being read: "
                                + Failures.said(Failures.checked(failure)),
                        failure);
        FailurePlace.addStep(known, shape.type(), "." + member.name());
        return known;
    }

    public static RuntimeException writing(Throwable failure, ClassShape shape, int member) {
        return writingStep(failure, shape.type(), fieldStep(shape, member));
    }

    public static RuntimeException writingElement(Throwable failure, Class<?> owner, int index) {
        return writingStep(failure, owner, "[" + index + "]");
    }

    public static RuntimeException writingStep(Throwable failure, Class<?> owner, String step) {
        CodecException known = failure instanceof CodecException codec
                ? codec
                : new EncodeException(
                        "encode: class=" + owner.getName() + " failed while it was read: "
                                + Failures.said(Failures.checked(failure)),
                        failure);
        FailurePlace.addStep(known, owner, step);
        return known;
    }

    private static CodecException read(Throwable failure, GraphReader in, Class<?> owner, boolean part) {
        if (failure instanceof CodecException known) {
            return known;
        }
        if (failure instanceof NullPointerException && in.table.unknownClasses() == UnknownClasses.SKIP) {
            return new DecodeException(
                    "decode: null is not taken here, which unknownClasses=SKIP puts for an object of an unknown class,"
                            + " offset=" + in.in.offset() + "; grant its class or choose KEEP: "
                            + Failures.said(Failures.checked(failure)),
                    failure);
        }
        String what = part
                ? failure instanceof ClassCastException
                        ? "the writer's value has another type than its field or element here"
                        : "the bytes do not fit the class being read"
                : "class=" + owner.getName() + " cannot be built";
        return new DecodeException(
                "decode: " + what + ", offset=" + in.in.offset() + ": " + Failures.said(Failures.checked(failure)),
                failure);
    }

    /** The key or the value of an entry, where {@code parts} of a map's keys and values came before it. */
    public static String entryStep(int parts) {
        return "[" + (parts >> 1) + "]" + ((parts & 1) == 0 ? ".key" : ".value");
    }

    private static String fieldStep(ClassShape shape, int member) {
        return member < 0 ? "" : "." + shape.members().get(member).name();
    }
}
