/** An authenticator for tokens of OpenID Connect and OAuth 2.0. */
module io.tellask.oidc {
    requires static org.jspecify;
    requires transitive io.tellask.remote;
    requires io.tellask.text;
    requires com.nimbusds.jose.jwt;
    requires java.net.http;

    exports io.tellask.oidc;
}
