/**
 * Which codec a class gets, and what reads a class that others described.
 *
 * <p>Open {@link io.tellask.codec.registry.TypeTable} first, then {@code ClassCodecs} for classes of the application.
 * Custom codecs, which belong to the API, come in as {@code HandWrittenTypes}. Uses all packages below it.
 */
@NullMarked
package io.tellask.codec.registry;

import org.jspecify.annotations.NullMarked;
