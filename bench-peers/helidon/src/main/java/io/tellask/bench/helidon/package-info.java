/** Helidon SE in the web suite. */
@NullMarked
package io.tellask.bench.helidon;

import org.jspecify.annotations.NullMarked;
