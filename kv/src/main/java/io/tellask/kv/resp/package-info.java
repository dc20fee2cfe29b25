/**
 * The protocol of Redis, RESP2 and RESP3, over durable maps: everything behind {@code io.tellask.kv.RespServer}. Open {@code Connection}
 * first, which turns received bytes into requests, then {@code Executor}, which finds and runs their commands; each group of commands is a
 * class whose name ends in {@code Commands}, and {@code Database} is what they read and write.
 *
 * <p>A server lives on one I/O loop of its own, as Redis lives on one thread: commands run one after the other, which is what makes them
 * atomic, and nothing here is thread-safe or needs to be.
 */
@NullMarked
package io.tellask.kv.resp;

import org.jspecify.annotations.NullMarked;
