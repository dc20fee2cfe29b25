/**
 * Messages without their classes: the codecs that read and write nodes.
 *
 * <p>Open {@link io.tellask.codec.node.NodeCodecs} first. The nodes themselves are in the exported package, which lets
 * these codecs reach what users do not see by {@code NodeAccess}. Uses {@code hooks}.
 */
@NullMarked
package io.tellask.codec.node;

import org.jspecify.annotations.NullMarked;
