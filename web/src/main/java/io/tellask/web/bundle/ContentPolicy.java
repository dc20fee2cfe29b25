package io.tellask.web.bundle;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/**
 * The policy that lets a page run what is in it, and nothing that is put into it: digests of scripts and styles, and where others come
 * from. Not thread-safe.
 */
final class ContentPolicy {
    private static final Set<String> RUN = Set.of("", "module", "importmap", "speculationrules");

    private final BuildContext context;
    private final Set<String> scripts = new LinkedHashSet<>();
    private final Set<String> styles = new LinkedHashSet<>();
    private final Set<String> images = new LinkedHashSet<>();

    private ContentPolicy(BuildContext context) {
        this.context = context;
    }

    /** The policy of a page that is ready. A policy that the page has in a {@code meta} is given the same digests. */
    static String of(BuildContext context, Document page) {
        ContentPolicy policy = new ContentPolicy(context);
        page.getAllElements().forEach(policy::add);
        for (Element meta : page.select("meta[http-equiv]")) {
            if (meta.attr("http-equiv").equalsIgnoreCase("content-security-policy")) {
                meta.attr("content", policy.joined(meta.attr("content")));
            }
        }
        return policy.header();
    }

    private void add(Element element) {
        if (element.nameIs("script")) {
            addScript(element);
        } else if (element.nameIs("style")) {
            styles.add(Digests.policySource(element.data()));
        } else if (element.nameIs("link")
                && element.attr("rel").toLowerCase(Locale.ROOT).contains("stylesheet")) {
            addOrigin(styles, element.attr("href"));
        } else if (element.nameIs("img")) {
            addOrigin(images, element.attr("src"));
        }
        if (element.hasAttr("style")) {
            styles.add("'unsafe-hashes'");
            styles.add(Digests.policySource(element.attr("style")));
        }
        for (Attribute attribute : element.attributes()) {
            String value = attribute.getValue().strip().toLowerCase(Locale.ROOT);
            if (attribute.getKey().toLowerCase(Locale.ROOT).startsWith("on") || value.startsWith("javascript:")) {
                context.warn(context.path() + ": " + attribute.getKey() + " of <" + element.normalName()
                        + "> is a script that the policy does not let run; use addEventListener in a script");
            }
        }
    }

    private void addScript(Element script) {
        String type = script.attr("type").strip().toLowerCase(Locale.ROOT);
        if (script.hasAttr("src")) {
            addOrigin(scripts, script.attr("src"));
        } else if (RUN.contains(type) || type.endsWith("script")) {
            scripts.add(Digests.policySource(script.data()));
        }
    }

    private static void addOrigin(Set<String> sources, String address) {
        if (address.matches("(?i)https?://[a-z0-9.:-]+([/?#].*)?")) {
            sources.add(address.replaceFirst("(?i)^(https?://[a-z0-9.:-]+).*", "$1"));
        }
    }

    private String header() {
        return "default-src 'self'; script-src 'self'" + listed(scripts) + "; style-src 'self'" + listed(styles)
                + "; img-src 'self' data:" + listed(images)
                + "; font-src 'self' data:; connect-src 'self'; object-src 'none'"
                + "; base-uri 'self'; frame-ancestors 'self'";
    }

    /** A policy with the digests, where it forbids what is in the page. */
    private String joined(String policy) {
        Map<String, String> directives = new LinkedHashMap<>();
        for (String directive : policy.split(";")) {
            String[] parts = directive.strip().split("\\s+", 2);
            if (!parts[0].isEmpty()) {
                directives.putIfAbsent(parts[0].toLowerCase(Locale.ROOT), parts.length > 1 ? parts[1] : "");
            }
        }
        allow(directives, "script-src", scripts);
        allow(directives, "style-src", styles);
        allow(directives, "img-src", Set.of("data:"));
        allow(directives, "font-src", Set.of("data:"));
        StringBuilder joined = new StringBuilder();
        directives.forEach(
                (name, sources) -> joined.append(joined.isEmpty() ? "" : "; ").append((name + " " + sources).strip()));
        return joined.toString();
    }

    private static void allow(Map<String, String> directives, String name, Set<String> sources) {
        String known = directives.getOrDefault(name, directives.get("default-src"));
        boolean isOpen = known == null
                || known.contains("'unsafe-inline'") && !known.contains("'sha") && !known.contains("'nonce-");
        if (known == null || sources.isEmpty() || isOpen && !sources.contains("data:")) {
            return;
        }
        List<String> words = List.of(known.strip().split("\\s+"));
        String base = words.equals(List.of("'none'")) ? "" : known.strip();
        String more = String.join(
                " ", sources.stream().filter(source -> !words.contains(source)).toList());
        directives.put(name, (base + " " + more).strip());
    }

    private static String listed(Set<String> sources) {
        return sources.isEmpty() ? "" : " " + String.join(" ", sources);
    }
}
