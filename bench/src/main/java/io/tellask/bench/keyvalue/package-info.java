/**
 * The processes of the kv suite: a served map of users and a client that reads it in batches. Open
 * {@link io.tellask.bench.keyvalue.KeyValueCaller} first.
 */
@NullMarked
package io.tellask.bench.keyvalue;

import org.jspecify.annotations.NullMarked;
