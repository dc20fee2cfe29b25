/** An order book: an actor with state, timers and a stream. Open {@code OrderBookActor} first. */
@NullMarked
package io.tellask.examples.book;

import org.jspecify.annotations.NullMarked;
