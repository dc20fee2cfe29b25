package io.tellask.cli.call;

import io.tellask.cli.terminal.CommandFailure;
import io.tellask.remote.DynamicReference;
import io.tellask.remote.MethodSignature;
import io.tellask.text.SafeText;
import java.util.List;
import java.util.stream.Collectors;

/** Finds the method that a command line means, by its name, its types where they are given, and the number of its arguments. Stateless. */
final class MethodChoice {
    private static final int MOST_NAMED = 16;

    private MethodChoice() {}

    static MethodSignature of(DynamicReference reference, String wanted, int arguments) {
        boolean hasTypes = wanted.contains("(");
        MethodSignature given = hasTypes ? parsed(wanted) : new MethodSignature(wanted, List.of(), "");
        List<MethodSignature> named = reference.methods().stream()
                .filter(method -> method.name().equals(given.name()))
                .filter(method -> !hasTypes || matches(given.parameters(), method.parameters()))
                .toList();
        if (named.isEmpty()) {
            throw new CommandFailure("no such method: method=" + SafeText.of(wanted) + ", contract="
                    + reference.contract() + " has " + listed(reference.methods()));
        }
        List<MethodSignature> found = named.stream()
                .filter(method -> method.parameters().size() == arguments)
                .toList();
        if (found.isEmpty()) {
            throw new CommandFailure(
                    "wrong number of arguments: arguments=" + arguments + ", there is " + listed(named));
        }
        if (found.size() > 1) {
            throw new CommandFailure("several methods are meant: method=" + SafeText.of(wanted) + ", arguments="
                    + arguments + "; write one of " + listed(found));
        }
        return found.getFirst();
    }

    private static MethodSignature parsed(String wanted) {
        try {
            return MethodSignature.parse(wanted);
        } catch (IllegalArgumentException malformed) {
            throw new CommandFailure("method is malformed: method=" + SafeText.of(wanted)
                    + "; write its name, or its name and types as in add(int,int)");
        }
    }

    private static boolean matches(List<String> given, List<String> declared) {
        if (given.size() != declared.size()) {
            return false;
        }
        for (int i = 0; i < given.size(); i++) {
            if (!given.get(i).equals(declared.get(i)) && !simple(given.get(i)).equals(simple(declared.get(i)))) {
                return false;
            }
        }
        return true;
    }

    /** A type without its package, the class around it, and what is within angle brackets. */
    private static String simple(String type) {
        String raw = type.replaceAll("<.*>", "");
        return raw.substring(Math.max(raw.lastIndexOf('.'), raw.lastIndexOf('$')) + 1);
    }

    private static String listed(List<MethodSignature> methods) {
        String more = methods.size() > MOST_NAMED ? " and " + (methods.size() - MOST_NAMED) + " more" : "";
        return methods.stream()
                        .limit(MOST_NAMED)
                        .map(method -> SafeText.of(method.call()))
                        .collect(Collectors.joining(", "))
                + more;
    }
}
