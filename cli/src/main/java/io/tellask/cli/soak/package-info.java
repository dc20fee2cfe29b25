/**
 * Works with actors, timers, streams, supervision and connections for long, checks every answer, and judges whether memory and threads stay as they are.
 * Open {@link io.tellask.cli.soak.SoakLoad} first.
 */
@NullMarked
package io.tellask.cli.soak;

import org.jspecify.annotations.NullMarked;
