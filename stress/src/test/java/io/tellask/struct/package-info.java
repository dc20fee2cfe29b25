/** Accessors of structs in memory that threads share: {@link io.tellask.struct.SharedStructStress}. */
@NullMarked
package io.tellask.struct;

import org.jspecify.annotations.NullMarked;
