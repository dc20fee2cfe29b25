/**
 * Processes of contenders: their class paths, their lines of output, their CPU time, and why one cannot run here. Open
 * {@link io.tellask.bench.process.ChildProcess} first.
 */
@NullMarked
package io.tellask.bench.process;

import org.jspecify.annotations.NullMarked;
