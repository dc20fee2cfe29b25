/**
 * The command that shows when and for how long a JVM stood still. Open {@link io.tellask.cli.pauses.PausesCommand} first.
 */
@NullMarked
package io.tellask.cli.pauses;

import org.jspecify.annotations.NullMarked;
