/**
 * Stores as text files that other programs read: JSON Lines and CSV, with a last line that tells whether the file is whole. Open
 * {@link io.tellask.cli.transfer.Exporter} and {@link io.tellask.cli.transfer.Importer} first; {@code docs/STORE_OPERATIONS.md} has the format.
 */
@NullMarked
package io.tellask.cli.transfer;

import org.jspecify.annotations.NullMarked;
