/**
 * Work on the files of a store that no map has open: backups, repair of the log's end, and new folders that appear when they are whole. Open
 * {@link io.tellask.store.offline.ClosedStore} first. What users call is in the package above: {@code StoreBackup}, {@code StoreCheck},
 * {@code StoreRepair}, {@code StoredMap}.
 */
@NullMarked
package io.tellask.store.offline;

import org.jspecify.annotations.NullMarked;
