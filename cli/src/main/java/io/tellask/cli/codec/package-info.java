/**
 * {@code tellask codec}: looks into what the codec encoded. Open {@link io.tellask.cli.codec.CodecDump} first.
 */
@NullMarked
package io.tellask.cli.codec;

import org.jspecify.annotations.NullMarked;
