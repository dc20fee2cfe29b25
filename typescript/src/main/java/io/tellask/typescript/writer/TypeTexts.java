package io.tellask.typescript.writer;

import io.tellask.typescript.shape.ContractModule;
import io.tellask.typescript.shape.ModuleEntry.Contract;
import io.tellask.typescript.shape.TypeExpression;
import io.tellask.typescript.shape.TypeExpression.Compound;
import io.tellask.typescript.shape.TypeExpression.Named;
import io.tellask.typescript.shape.TypeExpression.OrNull;
import io.tellask.typescript.shape.TypeExpression.Parameter;
import io.tellask.typescript.shape.TypeExpression.Scalar;
import java.util.List;
import java.util.stream.Collectors;

/** Type expressions in TypeScript. Stateless but for the names it was given. */
final class TypeTexts {
    /** Which way a value goes: a page sends an object of its own or a reference, and receives a reference. */
    enum Direction {
        SENT,
        RECEIVED,
        BOTH
    }

    private final ContractModule module;
    private final DeclaredNames names;

    TypeTexts(ContractModule module, DeclaredNames names) {
        this.module = module;
        this.names = names;
    }

    /** The type's text; {@code variables} are the names of the type parameters around it. */
    String text(TypeExpression type, Direction direction, List<String> variables) {
        return switch (type) {
            case Scalar scalar -> scalar.typeScript();
            case Parameter parameter -> variables.get(parameter.index());
            case OrNull orNull -> orNull(text(orNull.type(), direction, variables));
            case Named named -> named(named, direction, variables);
            case Compound compound -> compound(compound, direction, variables);
        };
    }

    private static String orNull(String text) {
        return text.equals("unknown") || text.equals("void") ? text : text + " | null";
    }

    private String named(Named named, Direction direction, List<String> variables) {
        String name = names.of(named.className());
        if (module.entry(named.className()) instanceof Contract) {
            String reference = "Remote<" + name + ">";
            return switch (direction) {
                case SENT ->
                    name; // a reference is one; beside it in a union, tsc would not tell the types of a callback's
                // parameters
                case RECEIVED -> reference;
                case BOTH -> name + " | " + reference;
            };
        }
        return named.parts().isEmpty()
                ? name
                : named.parts().stream()
                        .map(part -> text(part, direction, variables))
                        .collect(Collectors.joining(", ", name + "<", ">"));
    }

    private String compound(Compound compound, Direction direction, List<String> variables) {
        List<String> parts = compound.parts().stream()
                .map(part -> text(part, direction, variables))
                .toList();
        String first = parts.getFirst();
        return switch (compound.form()) {
            case LIST -> (first.contains(" | ") ? "(" + first + ")" : first) + "[]";
            case SET -> "Set<" + first + ">";
            case MAP -> "Map<" + first + ", " + parts.get(1) + ">";
            case OPTIONAL -> first.equals("unknown") ? first : first + " | undefined";
            case STREAM -> "AsyncIterable<" + first + ">";
        };
    }
}
