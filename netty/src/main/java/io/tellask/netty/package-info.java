/**
 * TCP, TLS, WebSocket, long polling and socket files for the remote module, on Netty's event loops, which run actors too. Open
 * {@link io.tellask.netty.TcpTransport} first, then {@code TcpWire}, which is one connection, and {@code NettyLoop}, which is one thread.
 *
 * <p>Plain TCP uses Netty's loop, selector and timers, but not its channels and pipelines: a connection here reads and writes through
 * one direct buffer per loop, so that nothing is allocated for a read or a write and an idle connection holds no buffer. TLS and
 * WebSocket use both: {@link io.tellask.netty.TlsTransport} and {@code ChannelWire}. Long polling has many of such connections for one
 * wire: {@link io.tellask.netty.HttpTransport} and {@code PollingWire}.
 */
@NullMarked
package io.tellask.netty;

import org.jspecify.annotations.NullMarked;
