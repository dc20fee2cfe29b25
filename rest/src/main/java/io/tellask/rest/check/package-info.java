/**
 * Arguments that are checked before a call, by the annotations of {@code jakarta.validation.constraints}, which are
 * read by their names where they are
 * present. Open {@code ArgumentChecks} first.
 */
@NullMarked
package io.tellask.rest.check;

import org.jspecify.annotations.NullMarked;
