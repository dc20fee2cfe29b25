package io.tellask.web;

import io.tellask.http.HttpHeaders;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The headers that tell browsers what a page may do. Immutable and thread-safe. */
final class SecurityHeaders {
    private final Map<String, Set<String>> policy;
    private final HttpHeaders others;

    private SecurityHeaders(Builder of) {
        policy = of.policy;
        HttpHeaders all = HttpHeaders.NONE;
        for (Map.Entry<String, String> each : of.others.entrySet()) {
            all = all.with(each.getKey(), each.getValue());
        }
        others = all;
    }

    /** Those of a page whose inline scripts and styles have these hashes: {@code script sha256-…}. */
    HttpHeaders forPage(List<String> inlineHashes) {
        StringBuilder text = new StringBuilder();
        policy.forEach((directive, sources) -> {
            List<String> all = new ArrayList<>(sources);
            String kind = directive.equals("script-src") ? "script " : directive.equals("style-src") ? "style " : "-";
            for (String hash : inlineHashes) {
                if (hash.startsWith(kind)) {
                    all.add("'" + hash.substring(kind.length()) + "'");
                }
            }
            text.append(text.isEmpty() ? "" : "; ")
                    .append(directive)
                    .append(' ')
                    .append(String.join(" ", all));
        });
        return others.with("content-security-policy", text.toString());
    }

    /** Those of what is no page. */
    HttpHeaders forFile() {
        return forPage(List.of());
    }

    /** What differs from the defaults; not thread-safe. */
    static final class Builder {
        private final Map<String, Set<String>> policy = new LinkedHashMap<>();
        private final TreeMap<String, String> others = new TreeMap<>();

        Builder() {
            allow("default-src", "'self'");
            allow("script-src", "'self'");
            allow("style-src", "'self'");
            allow("img-src", "'self'");
            allow("img-src", "data:");
            allow("font-src", "'self'");
            allow("font-src", "data:");
            allow("object-src", "'none'");
            allow("base-uri", "'self'");
            allow("form-action", "'self'");
            allow("frame-ancestors", "'none'");
            others.put("x-content-type-options", "nosniff");
            others.put("x-frame-options", "DENY");
            others.put("referrer-policy", "strict-origin-when-cross-origin");
            others.put("cross-origin-opener-policy", "same-origin");
            others.put("cross-origin-resource-policy", "same-origin");
        }

        void allow(String directive, String source) {
            if (!directive.matches("[a-z-]{1,40}") || !source.matches("[!-+.-:<-~-]{1,200}")) {
                throw new IllegalArgumentException("content security policy: directive of " + directive.length()
                        + " and source of " + source.length()
                        + " characters; write a directive such as img-src and one source such as https://host.example");
            }
            Set<String> sources = policy.computeIfAbsent(directive, _ -> new LinkedHashSet<>());
            sources.remove("'none'"); // means nothing beside others
            sources.add(source);
        }

        void header(String name, String value) {
            HttpHeaders.of(name, value); // checks them
            others.put(name.toLowerCase(Locale.ROOT), value);
        }

        SecurityHeaders build() {
            return new SecurityHeaders(this);
        }
    }
}
