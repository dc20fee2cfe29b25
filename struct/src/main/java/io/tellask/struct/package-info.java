/**
 * Structs: an interface with getters and setters becomes a view over bytes, whose layout is fixed when the interface is first used.
 *
 * <p>Begin with {@link io.tellask.struct.StructType}, which makes and moves views; {@link io.tellask.struct.StructLayout} says which bytes
 * mean what, and {@link io.tellask.struct.StructArray} and {@link io.tellask.struct.StructList} hold many structs. {@code InterfaceReader}
 * finds the fields of an interface, {@code LayoutBuilder} gives them offsets, and {@code ViewCode} generates the class of the views.
 */
@NullMarked
package io.tellask.struct;

import org.jspecify.annotations.NullMarked;
