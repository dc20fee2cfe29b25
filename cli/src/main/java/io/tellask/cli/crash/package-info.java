/**
 * Kills processes that write to a store, and cuts the power of file systems under them, and compares what is left with what was acknowledged to
 * another process. Open {@link io.tellask.cli.crash.StoreCrashes} and {@link io.tellask.cli.crash.PowerCuts} first.
 */
@NullMarked
package io.tellask.cli.crash;

import org.jspecify.annotations.NullMarked;
