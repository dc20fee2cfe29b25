package io.tellask.cluster.aeron;

import io.aeron.security.Authenticator;
import io.aeron.security.AuthenticatorSupplier;
import io.aeron.security.CredentialsSupplier;
import io.aeron.security.SessionProxy;
import java.security.MessageDigest;
import java.security.SecureRandom;
import org.agrona.collections.LongHashSet;

/**
 * Lets only this process give commands to its consensus module, by a secret that it makes when it begins: entries of the log are what this module
 * writes. Authenticators are used by one thread.
 */
final class OwnSessions implements AuthenticatorSupplier {
    private static final int SECRET_BYTES = 32;

    private final byte[] secret = new byte[SECRET_BYTES];

    OwnSessions() {
        new SecureRandom().nextBytes(secret);
    }

    CredentialsSupplier credentials() {
        return new CredentialsSupplier() {
            @Override
            public byte[] encodedCredentials() {
                return secret.clone();
            }

            @Override
            public byte[] onChallenge(byte[] challenge) {
                return new byte[0];
            }
        };
    }

    @Override
    public Authenticator get() {
        return new Doorman();
    }

    private final class Doorman implements Authenticator {
        private final LongHashSet ours = new LongHashSet();

        @Override
        public void onConnectRequest(long sessionId, byte[] credentials, long nowMillis) {
            if (MessageDigest.isEqual(secret, credentials)) {
                ours.add(sessionId);
            }
        }

        @Override
        public void onChallengeResponse(long sessionId, byte[] credentials, long nowMillis) {
            // nobody is challenged
        }

        @Override
        public void onConnectedSession(SessionProxy session, long nowMillis) {
            if (!ours.contains(session.sessionId())) {
                session.reject();
            } else if (session.authenticate(secret)) {
                ours.remove(session.sessionId());
            }
        }

        @Override
        public void onChallengedSession(SessionProxy session, long nowMillis) {
            session.reject();
        }
    }
}
