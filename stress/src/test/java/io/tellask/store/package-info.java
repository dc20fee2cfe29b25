/** A store's readers beside its writer: {@link io.tellask.store.DurableMapStress}. */
@NullMarked
package io.tellask.store;

import org.jspecify.annotations.NullMarked;
