package io.tellask.cipher;

/** A sealed message was changed, or belongs to another key, nonce or additional data; nothing of it was decrypted. */
public final class ForgedMessageException extends CipherException {
    ForgedMessageException(String message) {
        super(message);
    }
}
