/** The first call of the tutorials. Open {@code GreetingServer} first. */
@NullMarked
package io.tellask.examples.first;

import org.jspecify.annotations.NullMarked;
