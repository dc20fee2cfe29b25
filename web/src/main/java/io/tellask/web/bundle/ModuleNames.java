package io.tellask.web.bundle;

import io.tellask.web.bundle.BundleException.Reason;
import io.tellask.web.resources.ImportMap;
import io.tellask.web.script.StringLiterals;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where the bare names that modules import lead, as in HTML: exact names first, then the longest prefix that ends with a slash; scopes
 * before the rest, the longest first. Immutable.
 *
 * @param imports addresses by name; those of a site are paths
 * @param scopes the same for the modules below a path
 */
record ModuleNames(Map<String, String> imports, Map<String, Map<String, String>> scopes) {
    static final ModuleNames EMPTY = new ModuleNames(Map.of(), Map.of());

    /** Those of packages. */
    static ModuleNames of(ImportMap packages) {
        return new ModuleNames(new LinkedHashMap<>(packages.imports()), Map.of());
    }

    /**
     * Reads one.
     *
     * @param text JSON
     * @param path of the file it stands in, which its addresses are relative to
     * @throws BundleException if it is malformed
     */
    static ModuleNames read(String text, String path) {
        try {
            Map<?, ?> map = object(Json.read(text), "the map");
            Map<String, Map<String, String>> scopes = new LinkedHashMap<>();
            if (map.containsKey("scopes")) {
                object(map.get("scopes"), "scopes")
                        .forEach((scope, imports) ->
                                scopes.put(absolute((String) scope, path), addresses(imports, path)));
            }
            return new ModuleNames(map.containsKey("imports") ? addresses(map.get("imports"), path) : Map.of(), scopes);
        } catch (IllegalArgumentException e) {
            throw new BundleException(
                    Reason.SYNTAX,
                    path,
                    "import map: " + e.getMessage() + "; write {\"imports\": {\"name\": \"/path.js\"}}",
                    null,
                    e);
        }
    }

    /** This one, with what another one says where this says nothing. */
    ModuleNames or(ModuleNames other) {
        Map<String, String> more = new LinkedHashMap<>(other.imports);
        more.putAll(imports);
        Map<String, Map<String, String>> moreScopes = new LinkedHashMap<>(other.scopes);
        scopes.forEach((scope, names) -> moreScopes.merge(scope, names, (theirs, ours) -> {
            Map<String, String> both = new LinkedHashMap<>(theirs);
            both.putAll(ours);
            return both;
        }));
        return new ModuleNames(more, moreScopes);
    }

    /**
     * Where an import leads.
     *
     * @param specifier as the module writes it
     * @param from path of the module
     * @return a path, or an address elsewhere; null if nothing says where
     */
    @Nullable
    String resolve(String specifier, String from) {
        boolean isAddress = specifier.startsWith("/") || specifier.startsWith("./") || specifier.startsWith("../");
        String name = specifier;
        if (isAddress) {
            String path = SitePath.resolve(from, specifier);
            name = path == null ? specifier : path;
        }
        String mapped = mapped(name, from);
        if (mapped != null) {
            return mapped;
        }
        return isAddress || SitePath.isExternal(specifier) ? name : null;
    }

    private @Nullable String mapped(String name, String from) {
        int longest = -1;
        String best = null;
        for (Map.Entry<String, Map<String, String>> scope : scopes.entrySet()) {
            String prefix = scope.getKey();
            boolean holds = prefix.equals(from) || prefix.endsWith("/") && from.startsWith(prefix);
            String address = holds && prefix.length() > longest ? mapped(scope.getValue(), name) : null;
            if (address != null) {
                longest = prefix.length();
                best = address;
            }
        }
        return best != null ? best : mapped(imports, name);
    }

    private static @Nullable String mapped(Map<String, String> names, String name) {
        String exact = names.get(name);
        if (exact != null) {
            return exact;
        }
        int longest = -1;
        String best = null;
        for (Map.Entry<String, String> entry : names.entrySet()) {
            String prefix = entry.getKey();
            if (prefix.endsWith("/") && prefix.length() > longest && name.startsWith(prefix)) {
                longest = prefix.length();
                best = absolute(entry.getValue() + name.substring(longest), "/");
            }
        }
        return best;
    }

    /** As an element of a page holds it. */
    String json() {
        StringBuilder json = new StringBuilder("{\"imports\":");
        append(json, imports);
        if (!scopes.isEmpty()) {
            json.append(",\"scopes\":{");
            String comma = "";
            for (Map.Entry<String, Map<String, String>> scope : scopes.entrySet()) {
                append(
                        json.append(comma)
                                .append(StringLiterals.quoted(scope.getKey()))
                                .append(':'),
                        scope.getValue());
                comma = ",";
            }
            json.append('}');
        }
        return json.append('}').toString();
    }

    private static void append(StringBuilder json, Map<String, String> names) {
        json.append('{');
        String comma = "";
        for (Map.Entry<String, String> name : names.entrySet()) {
            json.append(comma).append(StringLiterals.quoted(name.getKey())).append(':');
            json.append(StringLiterals.quoted(name.getValue()));
            comma = ",";
        }
        json.append('}');
    }

    private static Map<String, String> addresses(@Nullable Object value, String path) {
        Map<String, String> addresses = new LinkedHashMap<>();
        object(value, "imports").forEach((name, address) -> {
            if (address instanceof String text) {
                String key = (String) name;
                boolean isPath = key.startsWith("/") || key.startsWith("./") || key.startsWith("../");
                addresses.put(isPath ? absolute(key, path) : key, absolute(text, path));
            }
        });
        return addresses;
    }

    private static String absolute(String address, String path) {
        String resolved = SitePath.resolve(path, address);
        return resolved == null ? address : resolved;
    }

    private static Map<?, ?> object(@Nullable Object value, String what) {
        if (value instanceof Map<?, ?> map) {
            return map;
        }
        throw new IllegalArgumentException(what + " is not an object");
    }
}
