/** A client of the key-value server. Open {@code PriceList} first. */
@NullMarked
package io.tellask.examples.prices;

import org.jspecify.annotations.NullMarked;
