/**
 * The protocol of Redis, RESP2 and RESP3, over durable maps: everything behind {@code io.tellask.kv.RespServer}. Here are the connections: open
 * {@code Connection} first, which turns received bytes into requests, then {@code Executor}, which finds their commands and runs them. A package
 * uses only those on lines below its own:
 *
 * <pre>
 *   resp, command        connections; what the commands do
 *   client               clients, their transactions, and the engine that they share
 *   channel, database    who listens to what; what the commands read and write
 *   loop                 turns, divided commands, replies that wait for the disk
 *   message              requests and replies as bytes
 * </pre>
 *
 * <p>A server lives on one I/O loop of its own, as Redis lives on one thread: commands run one after the other, which is what makes them
 * atomic, and nothing here is thread-safe or needs to be.
 */
@NullMarked
package io.tellask.kv.resp;

import org.jspecify.annotations.NullMarked;
