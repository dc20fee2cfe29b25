/** Writes results as plain JSON, straight from the objects. Open {@code ValueWriter} first. */
@NullMarked
package io.tellask.rest.value;

import org.jspecify.annotations.NullMarked;
