/** The tutorial of a first page: an auction. Open {@link io.tellask.examples.auction.Auction} first. */
@NullMarked
package io.tellask.examples.auction;

import org.jspecify.annotations.NullMarked;
