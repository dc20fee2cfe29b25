/**
 * How connections share one loop: turns, commands that are divided into portions, replies that wait for the disk, and what clients leave
 * behind. Connections are known by small interfaces only. Open {@link io.tellask.remote.TurnScheduler} first, then
 * {@link io.tellask.kv.resp.loop.DividedCommand}.
 */
@NullMarked
package io.tellask.kv.resp.loop;

import org.jspecify.annotations.NullMarked;
