package io.tellask.web.bundle;

import io.tellask.web.content.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
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
 * The digests of what is in a page, by which its policy lets it run; and warnings of what no policy of digests lets run. Not thread-safe.
 */
final class InlineHashes {
    private static final Set<String> RUN = Set.of("", "module", "importmap", "speculationrules");

    private final BuildContext context;
    private final Set<String> scripts = new LinkedHashSet<>();
    private final Set<String> styles = new LinkedHashSet<>();

    private InlineHashes(BuildContext context) {
        this.context = context;
    }

    /**
     * Those of a page that is ready: {@code script sha256-…} and {@code style sha256-…}. A policy that the page has in a {@code meta} is
     * given them, too.
     *
     * @throws BundleException if there are too many for a header
     */
    static List<String> of(BuildContext context, Document page) {
        InlineHashes hashes = new InlineHashes(context);
        page.getAllElements().forEach(hashes::add);
        for (Element meta : page.select("meta[http-equiv]")) {
            if (meta.attr("http-equiv").equalsIgnoreCase("content-security-policy")) {
                meta.attr("content", hashes.joined(meta.attr("content")));
            }
        }
        List<String> all = new ArrayList<>();
        hashes.scripts.forEach(hash -> all.add("script " + hash));
        hashes.styles.forEach(hash -> all.add("style " + hash));
        context.limits().check(BundleLimit.INLINES, all.size(), context.path());
        return all;
    }

    private void add(Element element) {
        if (element.nameIs("style")) {
            addHash(styles, element.data());
        } else if (element.nameIs("script") && !element.hasAttr("src")) {
            String type = element.attr("type").strip().toLowerCase(Locale.ROOT);
            if (RUN.contains(type) || type.endsWith("script")) {
                addHash(scripts, element.data());
            }
        }
        for (Attribute attribute : element.attributes()) {
            String name = attribute.getKey().toLowerCase(Locale.ROOT);
            String value = attribute.getValue().strip().toLowerCase(Locale.ROOT);
            if (name.startsWith("on") || value.startsWith("javascript:")) {
                warn(element, name, "script", "use addEventListener in a script");
            } else if (name.equals("style")) {
                warn(element, name, "style", "use a class");
            }
        }
    }

    private void warn(Element element, String attribute, String what, String remedy) {
        context.warn(context.path() + ": " + attribute + " of <" + element.normalName() + "> is a " + what
                + " that the policy does not let run; " + remedy);
    }

    private static void addHash(Set<String> hashes, String text) {
        if (!text.isEmpty()) {
            hashes.add(Sha256.source(text.getBytes(StandardCharsets.UTF_8)));
        }
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
        allow(directives, "script-src", quoted(scripts));
        allow(directives, "style-src", quoted(styles));
        allow(directives, "img-src", List.of("data:"));
        allow(directives, "font-src", List.of("data:"));
        StringBuilder joined = new StringBuilder();
        directives.forEach(
                (name, sources) -> joined.append(joined.isEmpty() ? "" : "; ").append((name + " " + sources).strip()));
        return joined.toString();
    }

    /** Adds sources to what a directive allows; digests not where all is allowed, since they would take that back. */
    private static void allow(Map<String, String> directives, String name, List<String> sources) {
        String known = directives.getOrDefault(name, directives.get("default-src"));
        if (known == null || sources.isEmpty()) {
            return;
        }
        boolean isOpen = known.contains("'unsafe-inline'") && !known.contains("'sha") && !known.contains("'nonce-");
        List<String> words = List.of(known.strip().split("\\s+"));
        List<String> more =
                sources.stream().filter(source -> !words.contains(source)).toList();
        if (!isOpen || sources.contains("data:")) {
            String base = words.equals(List.of("'none'")) ? "" : known.strip() + " ";
            directives.put(name, (base + String.join(" ", more)).strip());
        }
    }

    private static List<String> quoted(Set<String> hashes) {
        return hashes.stream().map(hash -> "'" + hash + "'").toList();
    }
}
