/**
 * Who listens to which channels and patterns, and messages on their way. Clients are known as
 * {@link io.tellask.kv.resp.channel.Listener}s only. Open {@link io.tellask.kv.resp.channel.Channels} first.
 */
@NullMarked
package io.tellask.kv.resp.channel;

import org.jspecify.annotations.NullMarked;
