package io.tellask.web.bundle;

import io.tellask.web.script.SourceEdits;
import io.tellask.web.style.StylePart;
import io.tellask.web.style.StyleSheet;
import io.tellask.web.style.StyleTexts;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Puts imported styles in the place of their imports, under the same conditions, and gives addresses that hold anywhere.
 *
 * <p>A style becomes several where an import of another site follows rules, since such an import counts only before them. A style whose
 * brackets do not match, or with a namespace, cannot be put into another one: it stays a file. Cycles are cut, as browsers do. Not
 * thread-safe.
 */
final class StyleInliner {
    /** What addresses begin with that the minifier is not to look up. */
    static final String KEPT = "x-tellask-kept:";

    private final BuildContext context;
    private final Set<String> importing = new LinkedHashSet<>();
    private long chars;

    StyleInliner(BuildContext context) {
        this.context = context;
    }

    /** A style of its own: the text of an element. */
    private static final class Segment {
        private final StringBuilder text = new StringBuilder();
        private boolean hasRules;

        Segment add(String more) {
            text.append(more);
            hasRules |= !more.isBlank();
            return this;
        }
    }

    /** The styles that one becomes, in order. */
    List<String> inlined(String path, String text) {
        List<Segment> segments = new ArrayList<>();
        segments.add(new Segment());
        append(path, StyleSheet.of(text), segments);
        return segments.stream()
                .map(segment -> segment.text.toString())
                .filter(segment -> !segment.isBlank())
                .toList();
    }

    /** The same as one; what would have to begin another one is put in front. */
    String inlinedAsOne(String path, String text) {
        return String.join("\n", inlined(path, text));
    }

    /** What minifying leaves, with the addresses that it did not look up. */
    static String withoutMarks(String style) {
        return style.replace(KEPT, "");
    }

    private void append(String path, StyleSheet sheet, List<Segment> segments) {
        context.limits().check(BundleLimit.NESTING, importing.size(), path);
        importing.add(path);
        for (StylePart part : sheet.head()) {
            switch (part.kind()) {
                case LAYERS -> segments.getLast().add(sheet.source().substring(part.start(), part.end()));
                case IMPORT -> appendImport(path, part, segments);
                default -> {}
            }
        }
        if (sheet.hasNamespace() && segments.getLast().hasRules) {
            segments.add(new Segment());
        }
        String rules = rules(path, sheet);
        chars += rules.length();
        context.limits().check(BundleLimit.TOTAL_BYTES, chars, path);
        segments.getLast().add(rules);
        importing.remove(path);
    }

    private void appendImport(String path, StylePart part, List<Segment> segments) {
        String target = SitePath.resolve(path, part.address());
        if (target == null) {
            appendOutside(part.address(), part, segments);
            return;
        }
        if (importing.contains(target)) {
            return;
        }
        String text = context.files().text(target);
        if (text == null) {
            context.warn(target + ": style is no file of the site; imported by " + path + ", left out");
            return;
        }
        StyleSheet sheet = StyleSheet.of(text);
        String inner = sheet.isWhole() && !sheet.hasNamespace() ? inner(target, sheet, part, segments) : null;
        if (inner == null) {
            context.warn(target + ": style has brackets that do not match, or a namespace; it stays a file");
            appendOutside(KEPT + SitePath.encoded(target), part, segments);
        } else {
            context.assets().markInPage(target);
            segments.getLast().add(inner);
        }
    }

    /** The text of an import in its conditions; null if it cannot be in them. Without conditions it is appended, and is empty. */
    private @Nullable String inner(String target, StyleSheet sheet, StylePart part, List<Segment> segments) {
        if (part.conditions().isBlank()) {
            append(target, sheet, segments);
            return "\n";
        }
        StyleConditions conditions = StyleConditions.of(part.conditions());
        List<Segment> inside = new ArrayList<>(List.of(new Segment()));
        append(target, sheet, inside);
        boolean isInside = inside.size() == 1
                && StyleSheet.of(inside.getFirst().text.toString()).head().stream()
                        .noneMatch(head -> head.kind() == StylePart.Kind.IMPORT);
        return isInside ? conditions.around(inside.getFirst().text.toString()) : null;
    }

    private static void appendOutside(String address, StylePart part, List<Segment> segments) {
        if (segments.getLast().hasRules) {
            segments.add(new Segment());
        }
        String conditions = part.conditions().isBlank() ? "" : " " + part.conditions();
        segments.getLast()
                .text
                .append("@import ")
                .append(StyleTexts.url(address))
                .append(conditions)
                .append(";\n");
    }

    private String rules(String path, StyleSheet sheet) {
        return addressed(path, sheet).substring(sheet.rulesStart());
    }

    /** The text with its addresses replaced; what is before the rules keeps its length. */
    private String addressed(String path, StyleSheet sheet) {
        SourceEdits edits = new SourceEdits(sheet.source());
        for (StylePart part : sheet.addresses()) {
            String address = context.assets().link(path, part.address(), true);
            boolean isKept = !address.startsWith("data:") && !SitePath.isExternal(address);
            String text = isKept ? KEPT + address : address;
            boolean isText = "\"'".indexOf(sheet.source().charAt(part.start())) >= 0;
            edits.replace(part.start(), part.end(), isText ? StyleTexts.quoted(text) : StyleTexts.url(text));
        }
        return edits.toString();
    }

    /** The declarations of an attribute with their addresses replaced. */
    String attribute(String base, String declarations) {
        return withoutMarks(addressed(base, StyleSheet.of(declarations)));
    }
}
