/** The tellask command. */
@NullMarked
package io.tellask.cli;

import org.jspecify.annotations.NullMarked;
