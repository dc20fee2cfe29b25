/**
 * The kv suite. {@link io.tellask.bench.keyvalue.KvBench} drives {@code redis-server} and our own server with the same
 * clients, and a served map of users with our own; {@link io.tellask.bench.keyvalue.KeyValueProcess} and {@code RespProcess}
 * are the servers.
 */
@NullMarked
package io.tellask.bench.keyvalue;

import org.jspecify.annotations.NullMarked;
