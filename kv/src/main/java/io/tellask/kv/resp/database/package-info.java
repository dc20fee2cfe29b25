/**
 * The numbered databases over durable maps: values, expiry, walks over keys, and the changes of a transaction. Open
 * {@link io.tellask.kv.resp.database.Database} first; whoever is to know of its changes is a
 * {@link io.tellask.kv.resp.database.DatabaseListener}.
 */
@NullMarked
package io.tellask.kv.resp.database;

import org.jspecify.annotations.NullMarked;
