package io.tellask.rest.call;

import io.tellask.codec.Encoding;
import io.tellask.remote.AuthThrottle;
import io.tellask.remote.Authenticator;
import io.tellask.remote.Interceptor;
import io.tellask.remote.PeerMemory;
import io.tellask.rest.RestLimits;
import io.tellask.rest.value.ValueWriter;
import org.jspecify.annotations.Nullable;

/**
 * What the calls of a {@code Rest} have in common. Thread-safe.
 *
 * @param reading reads bodies, within their limits
 * @param writing writes answers, within theirs
 * @param authenticator says who calls; null: everybody may
 * @param interceptor sees each call; null: none does
 * @param challenge what those are told who show nothing
 * @param failures says what senders are told
 * @param limits of all
 * @param throttle counts wrong credentials
 * @param memory what is asked before a long body is read
 * @param load what is under way
 */
public record CallSettings(
        Encoding reading,
        ValueWriter writing,
        @Nullable Authenticator authenticator,
        @Nullable Interceptor interceptor,
        String challenge,
        CallFailures failures,
        RestLimits limits,
        AuthThrottle throttle,
        PeerMemory memory,
        CallLoad load) {}
