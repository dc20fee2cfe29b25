package io.tellask.cli.store;

import io.tellask.cli.terminal.Summary;
import io.tellask.store.Damage;
import java.io.PrintWriter;
import java.util.List;

/** Damaged parts of files, one a line. */
final class Damages {
    private Damages() {}

    static void print(PrintWriter out, boolean json, String what, List<Damage> damages) {
        for (Damage damage : damages) {
            Summary line = new Summary(what)
                    .with("file", damage.file())
                    .with("offset", damage.offset())
                    .with("bytes", damage.bytes());
            if (damage.records() >= 0) {
                line.with("records", damage.records());
            }
            if (damage.firstSequence() >= 0) {
                line.with("sequences", damage.firstSequence() + "-" + damage.lastSequence());
            }
            line.with("reason", damage.reason()).print(out, json);
        }
    }
}
