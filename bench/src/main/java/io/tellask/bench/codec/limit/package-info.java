/**
 * {@code limit-floor}: codecs as a person would write them by hand for one class each, with nothing but speed in mind.
 * Straight lines, fixed-width numbers, no schema, no limits, no checks beyond what the JDK does. What must make the same
 * objects can hardly be faster.
 */
@NullMarked
package io.tellask.bench.codec.limit;

import org.jspecify.annotations.NullMarked;
