package io.tellask.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tellask.text.SafeText;

/** Stored text on its way to standard output: as it is into pipes and files; on a terminal without what would command that. */
final class TerminalText {
    static final String PROPERTY = "tellask.terminalOut";

    private TerminalText() {}

    static String of(byte[] text) {
        return of(new String(text, UTF_8));
    }

    static String of(String text) {
        return Boolean.getBoolean(PROPERTY) ? SafeText.of(text, Integer.MAX_VALUE) : text;
    }
}
