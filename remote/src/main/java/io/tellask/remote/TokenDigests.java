package io.tellask.remote;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Tokens by their digests. Immutable; thread-safe. */
final class TokenDigests {
    private final Map<ByteBuffer, Principal> principals = new HashMap<>();

    TokenDigests(Map<String, Principal> tokens) {
        tokens.forEach((token, principal) -> principals.put(digest(token), principal));
    }

    Optional<Principal> find(String token) {
        return Optional.ofNullable(principals.get(digest(token)));
    }

    private static ByteBuffer digest(String token) {
        try {
            byte[] bytes = token.getBytes(StandardCharsets.UTF_8);
            return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("tokens: this JVM has no SHA-256, which every JVM must have", e);
        }
    }
}
