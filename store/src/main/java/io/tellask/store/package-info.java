/** A persistent off-heap map: an append log with an off-heap hash index. */
@NullMarked
package io.tellask.store;

import org.jspecify.annotations.NullMarked;
