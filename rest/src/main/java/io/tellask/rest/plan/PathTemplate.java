package io.tellask.rest.plan;

import io.tellask.actor.ContractException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A path whose parts are texts, or stand in braces for parameters: {@code /orders/{id}}. Immutable.
 *
 * @param parts without slashes, with their braces
 */
public record PathTemplate(List<String> parts) {
    /** Parts that a path may have. */
    public static final int MOST_PARTS = 32;

    private static final Pattern PART = Pattern.compile("\\{\\w+}|[\\w.~!$&'()*+,;=:@-]+");

    public PathTemplate {
        parts = List.copyOf(parts);
    }

    /**
     * The template of a text that begins with a slash.
     *
     * @throws ContractException if it is none
     */
    public static PathTemplate parse(String text, String owner) {
        if (!text.startsWith("/")) {
            throw new ContractException("rest: path of " + owner + " begins with no slash; write /orders or /{id}");
        }
        List<String> parts = text.equals("/") ? List.of() : List.of(text.substring(1).split("/", -1));
        Set<String> variables = new HashSet<>();
        for (String part : parts) {
            if (!PART.matcher(part).matches() || part.equals(".") || part.equals("..")) {
                throw new ContractException("rest: path of " + owner + " has the part=" + part
                        + ", which is neither a name in braces nor plain; write /orders/{id}/lines, for example");
            }
            if (isVariable(part) && !variables.add(part)) {
                throw new ContractException("rest: path of " + owner + " has " + part + " twice; name each once");
            }
        }
        if (parts.size() > MOST_PARTS) {
            throw new ContractException(
                    "rest: path of " + owner + " has parts=" + parts.size() + " > MOST_PARTS=" + MOST_PARTS);
        }
        return new PathTemplate(parts);
    }

    static boolean isVariable(String part) {
        return part.startsWith("{");
    }

    /** A path below this one. */
    public PathTemplate append(PathTemplate below) {
        List<String> all = new ArrayList<>(parts);
        all.addAll(below.parts);
        return new PathTemplate(all);
    }

    /** The names in braces, in their order. */
    public List<String> variables() {
        return parts.stream()
                .filter(PathTemplate::isVariable)
                .map(part -> part.substring(1, part.length() - 1))
                .toList();
    }

    @Override
    public String toString() {
        return parts.stream().collect(Collectors.joining("/", "/", ""));
    }
}
