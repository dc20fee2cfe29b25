/**
 * How commands reach a server: the option that names it, the connection for the length of one command, and a server in a process of its
 * own. Open {@link io.tellask.cli.server.Connection} first.
 */
@NullMarked
package io.tellask.cli.server;

import org.jspecify.annotations.NullMarked;
