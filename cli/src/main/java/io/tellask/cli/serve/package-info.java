/**
 * {@code tellask serve}: the key-value server as a process, and the options that only it has. Open
 * {@link io.tellask.cli.serve.ServeCommand} first.
 */
@NullMarked
package io.tellask.cli.serve;

import org.jspecify.annotations.NullMarked;
