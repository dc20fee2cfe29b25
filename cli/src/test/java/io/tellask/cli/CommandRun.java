package io.tellask.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/** One command as a user sees it: exit code, standard output, standard error. */
public record CommandRun(int exitCode, List<String> out, List<String> err) {
    public static CommandRun of(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Main.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
        return new CommandRun(
                exitCode,
                out.toString().lines().toList(),
                err.toString().lines().toList());
    }
}
