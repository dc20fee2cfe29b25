/**
 * Requests of HTTP on a channel of Netty, one after the other on a connection of HTTP/1.1 or one on each stream of HTTP/2, and who answers
 * them. Knows nothing of the transports, which hand channels in and may answer requests of their own. Begin with
 * {@link io.tellask.netty.pages.Incoming}.
 */
@NullMarked
package io.tellask.netty.pages;

import org.jspecify.annotations.NullMarked;
