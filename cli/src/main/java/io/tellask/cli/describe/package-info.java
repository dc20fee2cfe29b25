/** {@code tellask describe}: what a server publishes, and how that differs from before. */
@NullMarked
package io.tellask.cli.describe;

import org.jspecify.annotations.NullMarked;
