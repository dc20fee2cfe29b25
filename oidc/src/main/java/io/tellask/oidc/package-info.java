/**
 * Lets clients in that show a signed token (JWT) of an issuer of OpenID Connect or OAuth 2.0.
 *
 * <p>Begin with {@link io.tellask.oidc.JwtAuthenticator}.
 */
@NullMarked
package io.tellask.oidc;

import org.jspecify.annotations.NullMarked;
