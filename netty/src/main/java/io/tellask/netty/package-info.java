/** Transports over Netty. No Netty type appears outside this module. */
package io.tellask.netty;
