/**
 * Who is connected, and what all of them share. Open {@link io.tellask.kv.resp.client.Client} first, then
 * {@link io.tellask.kv.resp.client.Engine}; {@link io.tellask.kv.resp.client.Command} is what a client runs, and
 * {@link io.tellask.kv.resp.client.ClientLink} what it knows of its connection.
 */
@NullMarked
package io.tellask.kv.resp.client;

import org.jspecify.annotations.NullMarked;
