package io.tellask.cli.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tellask.text.SafeText;

/** Stored text on its way to standard output: as it is into pipes and files; on a terminal without what would command that. */
public final class TerminalText {
    public static final String PROPERTY = "tellask.terminalOut";

    private TerminalText() {}

    public static String of(byte[] text) {
        return of(new String(text, UTF_8));
    }

    public static String of(String text) {
        return Boolean.getBoolean(PROPERTY) ? SafeText.of(text, Integer.MAX_VALUE) : text;
    }
}
