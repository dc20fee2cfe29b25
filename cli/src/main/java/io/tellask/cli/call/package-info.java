/** {@code tellask call}: calls a method of what a server publishes, without its classes. */
@NullMarked
package io.tellask.cli.call;

import org.jspecify.annotations.NullMarked;
