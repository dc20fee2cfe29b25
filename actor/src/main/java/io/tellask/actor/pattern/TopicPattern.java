package io.tellask.actor.pattern;

import io.tellask.text.SafeText;
import java.util.List;

/**
 * The name of a topic, or of many: parts between slashes, of which {@code *} stands for any one, and {@code **} as the last for any number, none included.
 * Immutable.
 */
record TopicPattern(List<String> parts) {
    private static final String ANY = "*";
    private static final String ANY_NUMBER = "**";

    /** Raises {@link IllegalArgumentException} if the text is none. */
    static TopicPattern of(String text) {
        List<String> parts = split(text);
        for (int i = 0; i < parts.size(); i++) {
            String part = parts.get(i);
            boolean stands = part.equals(ANY) || part.equals(ANY_NUMBER) && i == parts.size() - 1;
            if (part.contains(ANY) && !stands) {
                throw new IllegalArgumentException("topics: pattern=" + SafeText.of(text)
                        + "; write * for a whole part, and ** for all the last ones");
            }
        }
        return new TopicPattern(parts);
    }

    /** The parts of one topic. Raises {@link IllegalArgumentException} if the text is no name of one. */
    static List<String> partsOfName(String text) {
        if (text.contains(ANY)) {
            throw new IllegalArgumentException(
                    "topics: topic=" + SafeText.of(text) + " has a *, which patterns have; name one topic");
        }
        return split(text);
    }

    private static List<String> split(String text) {
        if (text.length() > LocalTopics.MOST_NAME_CHARS) {
            throw new IllegalArgumentException("topics: name=" + SafeText.of(text) + ", chars=" + text.length()
                    + " > MOST_NAME_CHARS=" + LocalTopics.MOST_NAME_CHARS + "; take a shorter one");
        }
        List<String> parts = List.of(text.split("/", -1));
        if (parts.contains("")) {
            throw new IllegalArgumentException(
                    "topics: name=" + SafeText.of(text) + " has an empty part; write parts between single slashes");
        }
        return parts;
    }

    boolean matches(List<String> name) {
        boolean open = parts.getLast().equals(ANY_NUMBER);
        int fixed = open ? parts.size() - 1 : parts.size();
        if (open ? name.size() < fixed : name.size() != fixed) {
            return false;
        }
        for (int i = 0; i < fixed; i++) {
            if (!parts.get(i).equals(ANY) && !parts.get(i).equals(name.get(i))) {
                return false;
            }
        }
        return true;
    }
}
