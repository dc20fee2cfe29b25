/**
 * Classes and records of the application by their fields: with generated code, or through a handle for each field.
 *
 * <p>Open {@link io.tellask.codec.object.CodecGenerator} first: {@code WriteBody} and {@code ReadBody} emit the code,
 * which lies in this package, and {@code WideWriteBody} and {@code WideReadBody} that of the wide form. {@code ClassCodec}
 * has one hidden class for each form. {@code FieldwiseCodec} and {@code FieldParts} do the same without it, {@code
 * EvolvedCodec} reads other versions of a class, {@code ThrowableCodec} exceptions. Uses {@code builtin}.
 */
@NullMarked
package io.tellask.codec.object;

import org.jspecify.annotations.NullMarked;
