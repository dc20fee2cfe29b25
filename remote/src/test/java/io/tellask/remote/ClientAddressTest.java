package io.tellask.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClientAddressTest {
    @ParameterizedTest
    @CsvSource({
        "tellask://127.0.0.1:1, tellask://127.0.0.1:1,",
        "tellask://127.0.0.1:1?plaintext=true, tellask://127.0.0.1:1?plaintext=true,",
        "tellask://127.0.0.1:1?encoding=json, tellask://127.0.0.1:1, JSON",
        "tls://[::1]:1?encoding=cbor, tls://[::1]:1, CBOR",
        "ws://a.example:1/path?encoding=binary&plaintext=true, ws://a.example:1/path?plaintext=true, BINARY",
        "wss://a.example:1/path?plaintext=true&encoding=json, wss://a.example:1/path?plaintext=true, JSON",
        "unix:///tmp/socket?encoding=json, unix:///tmp/socket, JSON",
        "memory://name?other=1&encoding=json&more=2, memory://name?other=1&more=2, JSON",
    })
    void transportGetsTheRest(URI address, URI rest, ValueEncoding encoding) {
        assertThat(ClientAddress.of(address)).isEqualTo(new ClientAddress(rest, encoding));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"encoding=", "encoding=Json", "encoding=xml", "encoding=json&encoding=json", "encoding=%6Ason"})
    void otherEncodingsAreRefused(String query) {
        assertThatThrownBy(() -> ClientAddress.of(URI.create("tellask://127.0.0.1:1?" + query)))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("encoding is ");
    }

    @Test
    void plaintextIsSeenBesideTheEncoding() {
        assertThat(Transports.allowsPlaintext(URI.create("tellask://a:1?encoding=json&plaintext=true")))
                .isTrue();
        assertThat(Transports.allowsPlaintext(URI.create("tellask://a:1?encoding=json")))
                .isFalse();
        assertThat(Transports.allowsPlaintext(URI.create("tellask://a:1"))).isFalse();
    }
}
