package io.tellask.typescript.writer;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Javadoc as a comment of TypeScript: code and links in back quotes, without the tags of HTML, with {@code @param},
 * {@code @returns} and {@code @throws}. Immutable.
 *
 * @param lines of the description
 * @param tags each with the lines that belong to it
 */
record DocComment(List<String> lines, List<Tag> tags) {
    private static final Pattern CODE = Pattern.compile("\\{@(?:code|literal|value)\\s+([^}]*)}");
    private static final Pattern LINK = Pattern.compile("\\{@link(?:plain)?\\s+([^\\s}]+)(?:\\s+([^}]*))?}");
    private static final Pattern OTHER_INLINE = Pattern.compile("\\{@\\w+\\s*([^}]*)}");
    private static final Pattern HTML = Pattern.compile("</?[A-Za-z][^<>]*>");
    private static final Pattern CHARACTER = Pattern.compile("&#([0-9]{1,7});");
    private static final Pattern TAG = Pattern.compile("@(\\w+)\\s*(.*)", Pattern.DOTALL);

    /** {@code @param name text}: the word and the rest. */
    record Tag(String word, String text) {
        boolean isOf(String parameter) {
            return word.equals("param") && text.startsWith(parameter + " ");
        }
    }

    /** Of javadoc as it stands in a source. */
    static DocComment of(String javadoc) {
        List<String> lines = new ArrayList<>();
        List<Tag> tags = new ArrayList<>();
        @Nullable StringBuilder tag = null;
        for (String line : plain(javadoc).lines().map(String::strip).toList()) {
            if (line.startsWith("@")) {
                add(tags, tag);
                tag = new StringBuilder(line);
            } else if (tag != null) {
                tag.append(' ').append(line);
            } else {
                lines.add(line);
            }
        }
        add(tags, tag);
        return new DocComment(trimmed(lines), List.copyOf(tags));
    }

    private static void add(List<Tag> tags, @Nullable StringBuilder text) {
        Matcher found = TAG.matcher(text == null ? "" : text);
        if (found.matches()) {
            String word = found.group(1);
            String rest = found.group(2).strip();
            switch (word) {
                case "param", "throws", "deprecated" -> tags.add(new Tag(word, rest));
                case "exception" -> tags.add(new Tag("throws", rest));
                case "return" -> tags.add(new Tag("returns", rest));
                default -> {} // versions, authors: nothing for who calls
            }
        }
    }

    private static String plain(String javadoc) {
        String text = CODE.matcher(javadoc).replaceAll("`$1`");
        text = LINK.matcher(text)
                .replaceAll(link -> Matcher.quoteReplacement(
                        link.group(2) != null
                                ? link.group(2)
                                : "`" + link.group(1).replace('#', '.') + "`"));
        text = OTHER_INLINE.matcher(text).replaceAll("$1");
        text = HTML.matcher(text).replaceAll("");
        text = CHARACTER.matcher(text).replaceAll(DocComment::character);
        return text.replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&amp;", "&")
                .replace("*/", "*\\/");
    }

    private static String character(MatchResult entity) {
        int codePoint = Integer.parseInt(entity.group(1));
        return Character.isValidCodePoint(codePoint) && !Character.isISOControl(codePoint)
                ? Matcher.quoteReplacement(Character.toString(codePoint))
                : "";
    }

    private static List<String> trimmed(List<String> lines) {
        List<String> kept = new ArrayList<>();
        for (String line : lines) {
            if (!line.isEmpty() || !kept.isEmpty() && !kept.getLast().isEmpty()) {
                kept.add(line);
            }
        }
        if (!kept.isEmpty() && kept.getLast().isEmpty()) {
            kept.removeLast();
        }
        return List.copyOf(kept);
    }

    boolean isEmpty() {
        return lines.isEmpty() && tags.isEmpty();
    }

    /** Without the lines of parameters, which are those of a record's components. */
    DocComment withoutParameters() {
        return new DocComment(
                lines, tags.stream().filter(tag -> !tag.word().equals("param")).toList());
    }

    /** What is said of one parameter. */
    DocComment ofParameter(String name) {
        return new DocComment(
                tags.stream()
                        .filter(tag -> tag.isOf(name))
                        .map(tag -> tag.text().substring(name.length()).strip())
                        .toList(),
                List.of());
    }

    void write(StringBuilder text, String indent) {
        boolean isDivided = !lines.isEmpty() && !tags.isEmpty();
        List<String> all = Stream.concat(
                        Stream.concat(lines.stream(), isDivided ? Stream.of("") : Stream.empty()),
                        tags.stream().map(tag -> ("@" + tag.word() + " " + tag.text()).strip()))
                .toList();
        if (all.isEmpty()) {
            return;
        }
        if (all.size() == 1) {
            text.append(indent).append("/** ").append(all.getFirst()).append(" */\n");
            return;
        }
        text.append(indent).append("/**\n");
        text.append(all.stream()
                .map(line -> indent + (" * " + line).stripTrailing() + "\n")
                .collect(Collectors.joining()));
        text.append(indent).append(" */\n");
    }
}
