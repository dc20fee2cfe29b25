package io.tellask.rest.plan;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the name of a method says: its verb, and the part of the path behind that of the contract. Immutable.
 *
 * @param verb of its requests
 * @param rest the part of the path; empty for none
 * @param takesOne whether the first simple parameter is a part of the path: the method is about one thing
 */
record Conventions(Verb verb, String rest, boolean takesOne) {
    private static final Map<String, Verb> PREFIXES = Map.ofEntries(
            Map.entry("get", Verb.GET),
            Map.entry("read", Verb.GET),
            Map.entry("find", Verb.GET),
            Map.entry("list", Verb.GET),
            Map.entry("create", Verb.POST),
            Map.entry("add", Verb.POST),
            Map.entry("post", Verb.POST),
            Map.entry("put", Verb.PUT),
            Map.entry("set", Verb.PUT),
            Map.entry("update", Verb.PUT),
            Map.entry("replace", Verb.PUT),
            Map.entry("patch", Verb.PATCH),
            Map.entry("delete", Verb.DELETE),
            Map.entry("remove", Verb.DELETE));

    /** Those that look for many things: their parameters are conditions. */
    private static final Set<String> ABOUT_MANY = Set.of("find", "list");

    static Conventions of(String method, String contract) {
        String prefix = firstWord(method);
        Verb verb = PREFIXES.get(prefix);
        if (verb == null) {
            return new Conventions(Verb.POST, method, false);
        }
        String rest = method.substring(prefix.length());
        boolean same = List.of(rest, rest + "s", rest + "es").contains(contract) || rest.equals(contract + "s");
        String part = rest.isEmpty() || same ? "" : Character.toLowerCase(rest.charAt(0)) + rest.substring(1);
        return new Conventions(verb, part, verb != Verb.POST && !ABOUT_MANY.contains(prefix));
    }

    private static String firstWord(String method) {
        int end = 0;
        while (end < method.length() && Character.isLowerCase(method.charAt(end))) {
            end++;
        }
        return method.substring(0, end);
    }
}
