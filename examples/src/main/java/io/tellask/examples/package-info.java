/** Examples from the README, compiled and tested. */
@NullMarked
package io.tellask.examples;

import org.jspecify.annotations.NullMarked;
