package io.tellask.typescript.shape;

import io.tellask.typescript.shape.TypeExpression.Compound;
import io.tellask.typescript.shape.TypeExpression.Named;
import io.tellask.typescript.shape.TypeExpression.OrNull;
import io.tellask.typescript.shape.TypeExpression.Parameter;
import io.tellask.typescript.shape.TypeExpression.Scalar;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Type expressions as text of JavaScript, which is JSON as well. Stateless. */
public final class ExpressionTexts {
    private ExpressionTexts() {}

    /** The text of a type expression. */
    public static String text(TypeExpression type) {
        return switch (type) {
            case Scalar scalar -> quoted(scalar.word());
            case OrNull orNull -> text(orNull.type());
            case Parameter parameter -> quoted("$" + parameter.index());
            case Named named when named.parts().isEmpty() -> quoted(named.className());
            case Named named -> list("\"generic\", " + quoted(named.className()), named.parts());
            case Compound compound -> list(quoted(compound.form().name().toLowerCase(Locale.ROOT)), compound.parts());
        };
    }

    private static String list(String head, List<TypeExpression> parts) {
        return parts.stream().map(ExpressionTexts::text).collect(Collectors.joining(", ", "[" + head + ", ", "]"));
    }

    /** A string of JavaScript; in ASCII, whatever the name of a class file holds. */
    public static String quoted(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char next = text.charAt(i);
            if (next == '"' || next == '\\') {
                quoted.append('\\').append(next);
            } else if (next < ' ' || next > '~') {
                quoted.append(String.format(Locale.ROOT, "\\u%04x", (int) next));
            } else {
                quoted.append(next);
            }
        }
        return quoted.append('"').toString();
    }
}
