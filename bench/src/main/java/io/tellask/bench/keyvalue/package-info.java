/**
 * The processes of the kv suite: a client of ours and clients of Redis' protocol drive our own server, {@link
 * io.tellask.bench.keyvalue.KeyValueProcess}, and {@code redis-server}.
 */
@NullMarked
package io.tellask.bench.keyvalue;

import org.jspecify.annotations.NullMarked;
