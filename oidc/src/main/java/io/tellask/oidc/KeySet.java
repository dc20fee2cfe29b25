package io.tellask.oidc;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import com.nimbusds.jwt.proc.JWTProcessor;
import java.text.ParseException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The keys of an issuer that may verify tokens, and what verifies by them. Others of the document are left out: those for other uses, symmetric ones, RSA
 * keys of less than {@value #LEAST_RSA_BITS} bits or more than {@value #MOST_RSA_BITS}. Immutable; thread-safe.
 *
 * @param keys public ones
 * @param processor verifies tokens
 * @param fetchedNanos when the issuer told them
 */
record KeySet(List<JWK> keys, JWTProcessor<SecurityContext> processor, long fetchedNanos) {
    static final int LEAST_RSA_BITS = 2_048;
    static final int MOST_RSA_BITS = 8_192;

    /**
     * The keys of a document.
     *
     * @throws ParseException if it has none, or more than {@code options.keys()}
     */
    static KeySet of(String document, JwtOptions options, long fetchedNanos) throws ParseException {
        List<JWK> all = JWKSet.parse(document).getKeys();
        if (all.size() > options.keys()) {
            throw new ParseException("keys=" + all.size() + " > limit=" + options.keys() + "; raise keys", 0);
        }
        List<JWK> good =
                all.stream().filter(KeySet::mayVerify).map(JWK::toPublicJWK).toList();
        if (good.isEmpty()) {
            throw new ParseException("keys=" + all.size() + ", none of which may verify tokens", 0);
        }
        DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
        processor.setJWSKeySelector(
                new JWSVerificationKeySelector<>(options.algorithms(), new ImmutableJWKSet<>(new JWKSet(good))));
        processor.setJWSTypeVerifier(new DefaultJOSEObjectTypeVerifier<>(
                JOSEObjectType.JWT, new JOSEObjectType("at+jwt"), new JOSEObjectType("application/at+jwt"), null));
        DefaultJWTClaimsVerifier<SecurityContext> claims = new DefaultJWTClaimsVerifier<>(
                options.audience(),
                new JWTClaimsSet.Builder().issuer(options.issuer()).build(),
                Set.of("exp"));
        claims.setMaxClockSkew((int) options.clockSkew().toSeconds());
        processor.setJWTClaimsSetVerifier(claims);
        return new KeySet(good, processor, fetchedNanos);
    }

    private static boolean mayVerify(JWK key) {
        boolean forSignatures = key.getKeyUse() == null || key.getKeyUse().equals(KeyUse.SIGNATURE);
        return forSignatures
                && switch (key) {
                    case RSAKey rsa -> rsa.size() >= LEAST_RSA_BITS && rsa.size() <= MOST_RSA_BITS;
                    case ECKey _ -> true;
                    default -> false;
                };
    }

    /** Whether a token that names this key could be one of theirs; one that names none could. */
    boolean has(@Nullable String kid) {
        return kid == null || keys.stream().anyMatch(key -> kid.equals(key.getKeyID()));
    }
}
