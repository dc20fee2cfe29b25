/**
 * How a session outlives its connection: what was sent and not acknowledged, the connection that comes and goes, and the token that proves whose
 * session it is. Knows no session. Not exported; {@code docs/PROTOCOL.md} says how it all looks.
 */
@NullMarked
package io.tellask.remote.resume;

import org.jspecify.annotations.NullMarked;
