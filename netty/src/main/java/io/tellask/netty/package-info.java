/** Transports over Netty. No Netty type appears outside this module. */
@NullMarked
package io.tellask.netty;

import org.jspecify.annotations.NullMarked;
