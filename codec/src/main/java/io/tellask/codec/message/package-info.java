/**
 * Whole messages: the header, what the declared type admits, and what is kept from one message to the next.
 *
 * <p>Open {@link io.tellask.codec.message.MessageWriter} first, then {@code MessageReader}; {@code Pool} keeps both
 * for the next call. Uses {@code graph}, which writes and reads what is in a message.
 */
@NullMarked
package io.tellask.codec.message;

import org.jspecify.annotations.NullMarked;
