/**
 * What generated views extend and call: {@link io.tellask.struct.view.StructView} has the place of a view, {@link io.tellask.struct.view.TextField}
 * reads and writes strings, and {@link io.tellask.struct.view.Scalars} has the constants of generated code.
 */
@NullMarked
package io.tellask.struct.view;

import org.jspecify.annotations.NullMarked;
