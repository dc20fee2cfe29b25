package io.tellask.cli.terminal;

/** How much the program says; commands find it at the root of their specification. */
public interface Verbosity {
    /** Whether more is printed than the result: stack traces of errors, what stores log. */
    boolean isVerbose();
}
