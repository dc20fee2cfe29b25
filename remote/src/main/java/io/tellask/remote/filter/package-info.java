/** A small language by which operators say what they want to see. Open {@code Filter} first. */
@NullMarked
package io.tellask.remote.filter;

import org.jspecify.annotations.NullMarked;
