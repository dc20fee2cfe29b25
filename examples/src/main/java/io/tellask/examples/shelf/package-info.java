/** Notes in a durable map. Open {@code Notebook} first. */
@NullMarked
package io.tellask.examples.shelf;

import org.jspecify.annotations.NullMarked;
