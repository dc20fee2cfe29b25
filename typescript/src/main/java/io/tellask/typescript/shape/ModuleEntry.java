package io.tellask.typescript.shape;

import io.tellask.typescript.model.MethodShape;
import java.util.List;
import java.util.stream.Stream;

/** A class that a module describes. Immutable. */
public sealed interface ModuleEntry {
    /** The binary name of the class. */
    String name();

    /** Its javadoc; empty where that is not known. */
    String documentation();

    /** The types it is made of. */
    Stream<TypeExpression> types();

    /** A record, or a class with fields. */
    record Fields(String name, List<String> variables, List<Field> fields, String documentation)
            implements ModuleEntry {
        @Override
        public Stream<TypeExpression> types() {
            return fields.stream().map(Field::type);
        }
    }

    /** A component or field. */
    record Field(String name, TypeExpression type, String documentation) {}

    /** An enum. */
    record Constants(String name, List<String> constants, String documentation) implements ModuleEntry {
        @Override
        public Stream<TypeExpression> types() {
            return Stream.empty();
        }
    }

    /** A sealed type: one of its permitted subtypes. */
    record Choice(String name, List<String> variables, List<TypeExpression> choices, String documentation)
            implements ModuleEntry {
        @Override
        public Stream<TypeExpression> types() {
            return choices.stream();
        }
    }

    /**
     * An interface of actors.
     *
     * @param leftOut a line for each method that a page cannot call: its name and why
     */
    record Contract(String name, List<Method> methods, List<String> leftOut, String documentation)
            implements ModuleEntry {
        @Override
        public Stream<TypeExpression> types() {
            return methods.stream()
                    .flatMap(method -> Stream.concat(
                            method.parameters().stream().map(Argument::type), Stream.of(method.result())));
        }
    }

    /** A method of a contract; {@code result} is {@link TypeExpression.Scalar#NOTHING} for a tell. */
    record Method(
            String name,
            MethodShape.Kind kind,
            List<Argument> parameters,
            TypeExpression result,
            String signature,
            boolean isOptional,
            String documentation) {}

    /** A parameter of a method. */
    record Argument(String name, TypeExpression type) {}
}
