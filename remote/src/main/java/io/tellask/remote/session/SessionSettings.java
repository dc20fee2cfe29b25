package io.tellask.remote.session;

import io.tellask.actor.contract.LocalReference;
import io.tellask.codec.Codec;
import io.tellask.remote.Limits;
import io.tellask.remote.PeerMemory;
import io.tellask.remote.ValueEncoding;
import io.tellask.remote.frame.FailureLog;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
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
 * @param published what is published, by name
 * @param resolvers who finds what is published by names that begin as theirs do
 * @param resumable where a server's sessions wait for another connection; null where none does, and at a client
 * @param events told what becomes of the session
 * @param texts of items, which the sessions of a server share
 */
public record SessionSettings(
        Limits limits,
        PeerMemory memory,
        Codec codec,
        FailureLog failures,
        SessionGuard guard,
        ValueEncoding encoding,
        @Nullable Traffic traffic,
        Map<String, Publication> published,
        List<Resolver> resolvers,
        @Nullable ResumableSessions resumable,
        SessionEvents events,
        SharedTexts texts) {
    /** With texts of its own, and no resolvers. */
    public SessionSettings(
            Limits limits,
            PeerMemory memory,
            Codec codec,
            FailureLog failures,
            SessionGuard guard,
            ValueEncoding encoding,
            @Nullable Traffic traffic,
            Map<String, Publication> published,
            @Nullable ResumableSessions resumable,
            SessionEvents events) {
        this(
                limits,
                memory,
                codec,
                failures,
                guard,
                encoding,
                traffic,
                published,
                List.of(),
                resumable,
                events,
                new SharedTexts());
    }

    /**
     * Something published under a name.
     *
     * @param contract the contract it is called by
     * @param reference the actor
     */
    public record Publication(RemoteContract<?> contract, LocalReference reference) {}

    /**
     * Who finds actors by names.
     *
     * @param prefix how the names begin
     * @param function finds one; called on the loop of a session, must not wait
     */
    public record Resolver(String prefix, Function<String, CompletionStage<Publication>> function) {}

    /** Who finds what is published under a name; null: nobody. */
    @Nullable
    Resolver resolver(String name) {
        for (Resolver each : resolvers) {
            if (name.startsWith(each.prefix)) {
                return each;
            }
        }
        return null;
    }
}
