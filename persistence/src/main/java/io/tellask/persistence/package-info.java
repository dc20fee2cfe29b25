/**
 * State of actors that outlives their process. Open {@link io.tellask.persistence.Persistence} first, then
 * {@link io.tellask.persistence.EventSourced}, whose state is what its events lead to, and
 * {@link io.tellask.persistence.DurableState}, which keeps the newest state alone. Inside, {@code Entries} says which record
 * of the map means what, {@code Ownership} lets one actor write a name, {@code PendingWrites} settles promises in order, and
 * {@code EffectRunner} runs effects until they are confirmed.
 */
@NullMarked
package io.tellask.persistence;

import org.jspecify.annotations.NullMarked;
