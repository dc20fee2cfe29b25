package io.tellask.typescript.shape;

import java.util.List;
import java.util.stream.Stream;

/** A type as the page's client converts it. Immutable. */
public sealed interface TypeExpression {
    /** The type expressions within it. */
    default List<TypeExpression> parts() {
        return List.of();
    }

    /** All of it, and all that is within it. */
    default Stream<TypeExpression> all() {
        return Stream.concat(Stream.of(this), parts().stream().flatMap(TypeExpression::all));
    }

    /** A value that holds no others. */
    enum Scalar implements TypeExpression {
        BOOLEAN("boolean", "boolean"),
        INT("int", "number"),
        LONG("long", "bigint"),
        FLOAT("float", "number"),
        DOUBLE("double", "number"),
        CHAR("char", "string"),
        STRING("string", "string"),
        BYTES("bytes", "Uint8Array"),
        BIGINT("bigint", "bigint"),
        DECIMAL("decimal", "string"),
        TIME("time", "string"),
        TEXT("text", "string"),
        ANY("any", "unknown"),
        /** A result that says only that it has come. */
        NOTHING("any", "void");

        private final String word;
        private final String typeScript;

        Scalar(String word, String typeScript) {
            this.word = word;
            this.typeScript = typeScript;
        }

        /** Its name in the script. */
        public String word() {
            return word;
        }

        /** Its type in declarations. */
        public String typeScript() {
            return typeScript;
        }
    }

    /** {@code ["list", T]} and the like. */
    record Compound(Form form, List<TypeExpression> parts) implements TypeExpression {}

    /** What a {@link Compound} is. */
    enum Form {
        LIST,
        SET,
        MAP,
        OPTIONAL,
        STREAM
    }

    /** An entry of the module, with the types that its parameters stand for. */
    record Named(String className, List<TypeExpression> parts) implements TypeExpression {}

    /**
     * A type parameter of the entry that it stands in.
     *
     * @param index its place, from 0
     */
    record Parameter(int index) implements TypeExpression {}

    /** A value that may be null: a matter of declarations, the script does not say it. */
    record OrNull(TypeExpression type) implements TypeExpression {
        @Override
        public List<TypeExpression> parts() {
            return List.of(type);
        }
    }
}
