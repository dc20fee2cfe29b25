/**
 * {@code tellask store}: checks, repairs, copies and counts the files of a store that no server has open. Open
 * {@link io.tellask.cli.store.StoreCommand} first, which names the others; each is a class.
 */
@NullMarked
package io.tellask.cli.store;

import org.jspecify.annotations.NullMarked;
