/**
 * What travels in a session, by itself: the types of frames, the hello, failures, received bytes and fragments. Knows no session. Not exported;
 * {@code docs/PROTOCOL.md} says how it all looks.
 */
@NullMarked
package io.tellask.remote.frame;

import org.jspecify.annotations.NullMarked;
