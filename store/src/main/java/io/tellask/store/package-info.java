/** A persistent off-heap map: an append log with an off-heap hash index. */
package io.tellask.store;
