package io.tellask.remote.session;

import io.tellask.actor.contract.LocalReference;
import io.tellask.codec.Codec;
import io.tellask.remote.Limits;
import io.tellask.remote.PeerMemory;
import io.tellask.remote.ValueEncoding;
import io.tellask.remote.frame.FailureLog;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a server or client gives each of its sessions.
 *
 * @param limits what this side accepts
 * @param memory the budget for what the peer makes this process hold
 * @param codec encodes and decodes objects, with the grants of the application
 * @param failures where failed calls of the peer are written down
 * @param guard who may open a session and call
 * @param encoding how values travel where this side opens the session
 * @param traffic who watches the calls of peers; null where nobody may
 * @param published finds what is published under a name, or null
 * @param opened told when the peer has introduced itself, on the loop
 * @param ended told once when the session is over, on the loop; the reason is null for a close that somebody asked for
 */
public record SessionSettings(
        Limits limits,
        PeerMemory memory,
        Codec codec,
        FailureLog failures,
        SessionGuard guard,
        ValueEncoding encoding,
        @Nullable Traffic traffic,
        Function<String, @Nullable Publication> published,
        Consumer<Endpoint> opened,
        BiConsumer<Endpoint, @Nullable RuntimeException> ended) {
    /**
     * Something published under a name.
     *
     * @param contract the contract it is called by
     * @param reference the actor
     */
    public record Publication(RemoteContract<?> contract, LocalReference reference) {}
}
