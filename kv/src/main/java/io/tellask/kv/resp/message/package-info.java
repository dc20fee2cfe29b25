/**
 * Requests and replies as bytes, and the texts in them: numbers, patterns, errors. Nothing here knows clients or databases. Open
 * {@link io.tellask.kv.resp.message.RequestParser} first, then {@link io.tellask.kv.resp.message.Reply}.
 */
@NullMarked
package io.tellask.kv.resp.message;

import org.jspecify.annotations.NullMarked;
