package io.tellask.web.script;

import org.jspecify.annotations.Nullable;

/**
 * A place where a module names another one, or itself. Immutable; offsets are in characters of the module's text.
 *
 * @param kind what stands there
 * @param start where the text of the specifier begins, with its quote; of {@link Kind#ADDRESS}, {@code import} itself
 * @param end behind the specifier, or behind {@code import.meta.url}
 * @param specifier what is imported, with escapes resolved; empty where it is computed or is about the module itself
 * @param type value of the attribute {@code type}; null for none
 * @param attributesEnd behind the attributes, with what is between; {@code end} where there are none
 */
public record ModuleReference(
        Kind kind,
        int start,
        int end,
        String specifier,
        @Nullable String type,
        int attributesEnd) {
    /** What stands at a reference. */
    public enum Kind {
        /** {@code import … from "x"}, {@code import "x"}, {@code export … from "x"}. */
        STATIC,
        /** {@code import("x")}. */
        DYNAMIC,
        /** {@code import(x)}: what it loads is known when it runs. */
        COMPUTED,
        /** {@code import.meta.url}. */
        ADDRESS,
        /** {@code import.meta} without {@code url}: what it is used for is not known. */
        META
    }

    /** Whether its specifier is in the text. */
    public boolean isLiteral() {
        return kind == Kind.STATIC || kind == Kind.DYNAMIC;
    }
}
