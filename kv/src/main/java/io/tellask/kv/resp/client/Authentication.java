package io.tellask.kv.resp.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Whether clients must name a password, and which. Immutable. */
public final class Authentication {
    private static final byte[] ONLY_USER = "default".getBytes(UTF_8);

    private final byte @Nullable [] password;

    Authentication(@Nullable String password) {
        this.password = password == null ? null : password.getBytes(UTF_8);
    }

    /** Whether a password is asked for. */
    public boolean isAsked() {
        return password != null;
    }

    /** Whether the user may come in; comparing takes as long for a wrong password as for the right one. */
    public boolean admits(byte[] user, byte[] attempt) {
        byte[] known = password;
        boolean right = known == null || MessageDigest.isEqual(known, attempt);
        return Arrays.equals(user, ONLY_USER) && right;
    }
}
