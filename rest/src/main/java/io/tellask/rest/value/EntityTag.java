package io.tellask.rest.value;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;

/** The tag of a body, which changes with it (RFC 9110). Stateless. */
public final class EntityTag {
    private static final int BYTES = 12;

    private EntityTag() {}

    /** With its quotation marks. */
    public static String of(byte[] body) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(body);
            return '"' + Base64.getUrlEncoder().encodeToString(Arrays.copyOf(digest, BYTES)) + '"';
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("rest: this JVM has no SHA-256, which every JVM must have", e);
        }
    }

    /** Whether a list of tags has one, or stands for all. */
    public static boolean isAmong(String list, String tag) {
        for (String each : list.split(",")) {
            String bare = each.strip();
            if (bare.equals("*") || bare.equals(tag) || bare.equals("W/" + tag)) {
                return true;
            }
        }
        return false;
    }
}
