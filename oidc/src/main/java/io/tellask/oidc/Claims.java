package io.tellask.oidc;

import com.nimbusds.jwt.JWTClaimsSet;
import io.tellask.remote.Principal;
import io.tellask.text.SafeText;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The claims of a token that was verified, as a principal. */
record Claims(JWTClaimsSet claims, JwtOptions options) {
    /** How many roles a principal may have. */
    static final int MOST_ROLES = 256;

    private static final int MOST_CHARS = 256;

    Principal principal() {
        String rolesClaim = options.rolesClaim();
        Set<String> roles = rolesClaim == null ? Set.of() : roles(rolesClaim, find(rolesClaim));
        return new Principal(name(), roles)
                .until(claims.getExpirationTime().toInstant().plus(options.clockSkew()));
    }

    private String name() {
        Object value = find(options.nameClaim());
        if (!(value instanceof String name)
                || name.isBlank()
                || name.length() > MOST_CHARS
                || !SafeText.of(name, MOST_CHARS).equals(name)) {
            throw JwtAuthenticator.refused("claim=" + options.nameClaim() + " is no text of 1 to " + MOST_CHARS
                    + " characters that can be shown; choose another nameClaim");
        }
        return name;
    }

    private static Set<String> roles(String claim, @Nullable Object value) {
        Collection<?> found = switch (value) {
            case null -> List.of();
            case String text -> Arrays.asList(text.strip().split("\\s+"));
            case Collection<?> several -> several;
            default -> throw bad(claim);
        };
        Set<String> roles = new HashSet<>();
        for (Object each : found) {
            if (!(each instanceof String role) || role.length() > MOST_CHARS) {
                throw bad(claim);
            }
            if (!role.isEmpty()) {
                roles.add(role);
            }
        }
        if (roles.size() > MOST_ROLES) {
            throw JwtAuthenticator.refused(
                    "claim=" + claim + " has roles=" + roles.size() + " > limit=" + MOST_ROLES + "; have fewer issued");
        }
        return roles;
    }

    private static RuntimeException bad(String claim) {
        return JwtAuthenticator.refused("claim=" + claim + " is no list of texts of up to " + MOST_CHARS
                + " characters; choose another rolesClaim");
    }

    /** A claim by its whole name, which may have dots, or else by a path. */
    private @Nullable Object find(String path) {
        Object whole = claims.getClaim(path);
        if (whole != null) {
            return whole;
        }
        Object value = claims.getClaims();
        for (String step : path.split("\\.")) {
            value = value instanceof Map<?, ?> object ? object.get(step) : null;
        }
        return value;
    }
}
