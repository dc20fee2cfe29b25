package io.tellask.store.codec;

import io.tellask.store.file.StoreCipher;
import io.tellask.store.layout.RecordLayout;
import io.tellask.store.segment.KeyBuffer;
import io.tellask.store.segment.KeyInput;

/** Keys of an encrypted store: the encoding of another codec, sealed. Thread-safe. */
public final class EncryptedKeyCodec<K> extends KeyCodec<K> {
    private final KeyCodec<K> plain;
    private final StoreCipher cipher;

    public EncryptedKeyCodec(KeyCodec<K> plain, StoreCipher cipher) {
        super(StoreCipher.keyKind(plain.signature()));
        this.plain = plain;
        this.cipher = cipher;
    }

    @Override
    public void encode(K key, KeyBuffer out) {
        KeyBuffer encoded = new KeyBuffer(RecordLayout.MAX_KEY_BYTES);
        plain.encode(key, encoded);
        out.writeBytes(cipher.sealKey(encoded.array, KeyBuffer.START, encoded.length()));
    }

    @Override
    public K decode(KeyInput in) {
        byte[] key = cipher.openKey(in.readBytes(in.remaining()));
        return plain.decode(new KeyInput(key, 0, key.length));
    }

    @Override
    public boolean selfDelimiting() {
        return false;
    }
}
