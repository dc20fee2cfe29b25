/**
 * The files of a store beside its segments: who it is ({@link io.tellask.store.file.StoreIdentity}), who has it open
 * ({@link io.tellask.store.file.StoreLock}) and how ({@link io.tellask.store.file.StoreOptions}), what it is encrypted with
 * ({@link io.tellask.store.file.StoreKeys}, {@link io.tellask.store.file.StoreCipher}); and how every file is written, forced and mapped:
 * {@link io.tellask.store.file.StoreFiles}, which tests replace by failing disks.
 */
@NullMarked
package io.tellask.store.file;

import org.jspecify.annotations.NullMarked;
