/**
 * The log: bytes of records, and the mapped files that they lie in. Open {@link io.tellask.store.layout.RecordLayout} first, then
 * {@link io.tellask.store.segment.SegmentLog}, which appends; {@link io.tellask.store.segment.RecordReader} reads in order and
 * {@link io.tellask.store.segment.ClosedLog} a store that nobody has open.
 */
@NullMarked
package io.tellask.store.segment;

import org.jspecify.annotations.NullMarked;
