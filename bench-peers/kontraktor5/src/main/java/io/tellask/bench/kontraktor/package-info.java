/**
 * Kontraktor as a contender of the remoting bench: open {@link io.tellask.bench.kontraktor.KontraktorAdder}. Three modules compile
 * these sources, each against a release of its own.
 */
@NullMarked
package io.tellask.bench.kontraktor;

import org.jspecify.annotations.NullMarked;
