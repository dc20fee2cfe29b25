/**
 * What all commands print and share: the one line of a failure, summaries and tables, progress, an orderly end, and the options that several of
 * them take. Uses no other package of the program. Open {@link io.tellask.cli.terminal.Failures} and
 * {@link io.tellask.cli.terminal.Summary} first.
 */
@NullMarked
package io.tellask.cli.terminal;

import org.jspecify.annotations.NullMarked;
