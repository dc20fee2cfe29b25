/**
 * Which bytes of a segment file mean what: sizes, positions and flags that neither the log nor its limits can be told without. Open
 * {@link io.tellask.store.layout.RecordLayout} first, then {@link io.tellask.store.layout.SegmentLayout}.
 */
@NullMarked
package io.tellask.store.layout;

import org.jspecify.annotations.NullMarked;
