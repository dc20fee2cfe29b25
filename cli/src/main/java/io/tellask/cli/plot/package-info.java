/**
 * Draws pauses as sticks over time: as SVG, as a page of HTML that needs nothing else, as PNG, and as text for a terminal, all without a library
 * and without the JDK's desktop module. Open {@link io.tellask.cli.plot.PausePlot} first.
 */
@NullMarked
package io.tellask.cli.plot;

import org.jspecify.annotations.NullMarked;
