/** Examples of the README and the guides, compiled and tested; those of the tutorials are in packages below. */
@NullMarked
package io.tellask.examples;

import org.jspecify.annotations.NullMarked;
