/**
 * {@code tellask demo}: loads cities into a server of its own, asks it, kills it, and looks for losses. Open
 * {@link io.tellask.cli.demo.Demo} first, which has the steps.
 */
@NullMarked
package io.tellask.cli.demo;

import org.jspecify.annotations.NullMarked;
