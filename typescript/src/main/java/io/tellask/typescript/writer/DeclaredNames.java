package io.tellask.typescript.writer;

import io.tellask.typescript.shape.ContractModule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The names in TypeScript of a module's classes: the simple name; where that is taken or means something else, with the
 * name of what is around the class in front, {@code AcmeLine}, and so on outwards. The contracts that were asked for
 * choose first, then all others in the order of their names. Immutable once made.
 */
final class DeclaredNames {
    /** Words that name no variable. */
    private static final Set<String> KEYWORDS = words(
            "arguments await break case catch class const continue debugger default delete do else enum eval export extends"
                    + " false finally for function if implements import in instanceof interface let new null package"
                    + " private protected public return static super switch this throw true try typeof var void while"
                    + " with yield");

    /** Words that name no type, and names that the generated texts use for something else. */
    private static final Set<String> TAKEN = words(
            "any asserts async bigint boolean declare globalThis infer is keyof module namespace never number object"
                    + " readonly require string symbol type types undefined unique unknown using NaN Infinity Contract Remote"
                    + " Stream Promise Map Set Array Uint8Array Iterable AsyncIterable Symbol Object Function String Number"
                    + " Boolean BigInt");

    private final Map<String, String> names = new HashMap<>();
    private final Set<String> taken = new HashSet<>(TAKEN);

    DeclaredNames(ContractModule module) {
        taken.addAll(KEYWORDS);
        module.contracts().forEach(this::add);
        module.entries().keySet().forEach(this::add);
    }

    private void add(String className) {
        if (!names.containsKey(className)) {
            names.put(className, free(className));
        }
    }

    private String free(String className) {
        String[] parts = className.split("[.$]+");
        String name = identifier(parts[parts.length - 1]);
        for (int i = parts.length - 2; i >= 0 && taken.contains(name); i--) {
            name = capitalised(identifier(parts[i])) + capitalised(name);
        }
        String unique = name;
        for (int i = 2; !taken.add(unique); i++) {
            unique = name + '_' + i;
        }
        return unique;
    }

    private static String capitalised(String name) {
        return name.isEmpty() ? name : Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    /** The name of a class of the module. */
    String of(String className) {
        return Objects.requireNonNull(names.get(className), className);
    }

    private static Set<String> words(String words) {
        return Set.of(words.split(" "));
    }

    /** Names for type parameters, in order: none that names a type, none twice. */
    List<String> variables(List<String> wanted) {
        return distinct(wanted, taken);
    }

    /** Names for the parameters of a method, in order, none twice. */
    static List<String> parameters(List<String> wanted) {
        return distinct(wanted, KEYWORDS);
    }

    private static List<String> distinct(List<String> wanted, Set<String> taken) {
        Set<String> used = new HashSet<>();
        List<String> chosen = new ArrayList<>();
        for (String each : wanted) {
            String name = identifier(each);
            while (taken.contains(name) || !used.add(name)) {
                name += '_';
            }
            chosen.add(name);
        }
        return chosen;
    }

    /** A name that JavaScript takes, whatever a class file says. */
    static String identifier(String name) {
        StringBuilder made = new StringBuilder();
        name.codePoints().forEach(next -> {
            boolean fits = next == '$' || next == '_' || Character.isUnicodeIdentifierPart(next);
            made.appendCodePoint(fits && !Character.isIdentifierIgnorable(next) ? next : '_');
        });
        if (made.isEmpty() || !startsWell(made.codePointAt(0))) {
            made.insert(0, '_');
        }
        return made.toString();
    }

    private static boolean startsWell(int first) {
        return first == '$' || first == '_' || Character.isUnicodeIdentifierStart(first);
    }

    /** Whether a name may stand as a property as it is. */
    static boolean isIdentifier(String name) {
        return name.equals(identifier(name));
    }
}
