package io.tellask.cli.hostile;

import io.tellask.kv.KeyValue;
import io.tellask.remote.Spore;

/** Code for the server that emits without end, for each record, until it is told to stop. Immutable. */
record EndlessSpore(int bytes) implements Spore<KeyValue, byte[]> {
    @Override
    public void accept(KeyValue input, Output<byte[]> out) {
        while (!out.stopped()) {
            out.emit(new byte[bytes]);
        }
    }
}
