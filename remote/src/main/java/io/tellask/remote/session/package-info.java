/**
 * The protocol, behind the public API: one {@link io.tellask.remote.session.Endpoint} is one side of a session. Not exported to
 * applications. {@code docs/PROTOCOL.md} says what travels; open {@code Endpoint} and {@code Outbound} first.
 */
@NullMarked
package io.tellask.remote.session;

import org.jspecify.annotations.NullMarked;
