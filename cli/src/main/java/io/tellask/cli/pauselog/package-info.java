/**
 * Reads the times in which a JVM stood still: from its unified logs, line by line in constant memory, from flight recordings, and from a JVM that
 * runs. Knows nothing of commands and plots. Open {@link io.tellask.cli.pauselog.PauseLogs} first.
 */
@NullMarked
package io.tellask.cli.pauselog;

import org.jspecify.annotations.NullMarked;
