package io.tellask.cli.kv;

import io.tellask.cli.json.JsonLine;
import io.tellask.cli.terminal.TerminalText;
import io.tellask.kv.Change;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One change as a line of text, {@code sequence, tab, key, tab, value}, or of JSON:
 * {@code {"sequence":7,"key":"FR/Paris","value":{"population":2138551}}}, with {@code "removed":true} for a value that was removed,
 * {@code "expiry"} where there is one, and {@code "batchGoesOn":true} where the next change was made together with this one.
 */
record ChangeLine(
        byte[] key,
        byte @Nullable [] value,
        long sequence,
        @Nullable Instant expiry,
        boolean batchGoesOn) {
    static ChangeLine of(Change change) {
        return new ChangeLine(change.key(), change.value(), change.sequence(), change.expiry(), change.batchGoesOn());
    }

    String text() {
        return sequence + "\t" + TerminalText.of(key) + (value == null ? "" : "\t" + TerminalText.of(value));
    }

    String json() {
        String record = value == null
                ? JsonLine.keyField(key) + ",\"removed\":true"
                : new JsonLine(key, value).format().transform(line -> line.substring(1, line.length() - 1));
        return TerminalText.of("{\"sequence\":" + sequence + "," + record
                + (expiry == null ? "" : ",\"expiry\":\"" + expiry + "\"")
                + (batchGoesOn ? ",\"batchGoesOn\":true" : "")
                + "}");
    }
}
