package io.tellask.codec;

import io.tellask.codec.builtin.BuiltInTypesTest;
import io.tellask.codec.graph.Header;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A good message with the decoder that reads it, to be damaged: all scopes, both forms, references on and off, both schema
 * modes, and every kind of built-in type and class.
 *
 * @param descriptors what a session or store had announced before, by id or fingerprint
 * @param text of the graph that the message is read as
 */
public record Corpus(String name, Codec codec, int scope, byte[] bytes, Map<Long, byte[]> descriptors, String text) {
    private static final long FIRST_SEED = 4_711;
    private static final int GRAPHS_PER_WAY = 4;

    /** 96 random graphs through the twenty-four ways, then one message for each small built-in value and exception. */
    public static List<Corpus> all() {
        List<Corpus> corpora = new ArrayList<>(graphs(20, 500));
        List<Object> values = new ArrayList<>(BuiltInTypesTest.values().toList());
        values.add(new IllegalStateException("m", new RuntimeException()));
        for (Object value : values) {
            Corpus corpus = of("value of " + value.getClass(), Graphs.CODEC, Header.MESSAGE, value);
            if (corpus.bytes.length < 60) {
                corpora.add(corpus);
            }
        }
        return corpora;
    }

    public static List<Corpus> graphs(int minBytes, int maxBytes) {
        List<Corpus> corpora = new ArrayList<>();
        long seed = FIRST_SEED;
        for (Schema schema : Schema.values()) {
            for (int way = 0; way < 4; way++) {
                boolean tracked = (way & 1) == 0;
                MessageForm form = MessageForm.values()[way / 2];
                Codec codec = Graphs.CODEC.toBuilder()
                        .schema(schema)
                        .trackReferences(tracked)
                        .form(form)
                        .build();
                for (int scope = Header.MESSAGE; scope <= Header.STORE; scope++) {
                    for (int taken = 0; taken < GRAPHS_PER_WAY; ) {
                        String name = "seed=" + seed + ", schema=" + schema + ", tracked=" + tracked + ", " + form;
                        Corpus corpus = of(name, codec, scope, new Graphs(seed++, tracked).root());
                        if (corpus.bytes.length >= minBytes && corpus.bytes.length < maxBytes) {
                            corpora.add(corpus);
                            taken++;
                        }
                    }
                }
            }
        }
        return corpora;
    }

    public static Corpus of(String name, Codec codec, int scope, Object root) {
        Map<Long, byte[]> descriptors = new HashMap<>();
        ByteWriter out = new ByteWriter(256);
        switch (scope) {
            case Header.SESSION ->
                codec.newScopedEncoder((id, descriptor) -> descriptors.put((long) id, descriptor))
                        .encode(root, Object.class, out);
            case Header.STORE -> codec.newStoreEncoder(descriptors::put).encode(root, Object.class, out);
            default -> codec.encode(root, out);
        }
        Corpus unread = new Corpus(name + ", scope=" + scope, codec, scope, out.toByteArray(), descriptors, "");
        return unread.withText(unread.textOf(unread.decode(unread.bytes, unread.newDecoder())));
    }

    private Corpus withText(String newText) {
        return new Corpus(name, codec, scope, bytes, descriptors, newText);
    }

    private String textOf(Object root) {
        return GraphText.of(root, codec.tracksReferences());
    }

    /** A decoder that knows the descriptors, or null where the message carries its own. */
    @Nullable
    public ScopedDecoder newDecoder() {
        if (scope == Header.SESSION) {
            ScopedDecoder decoder = codec.newScopedDecoder();
            descriptors.forEach((id, descriptor) -> decoder.learn(id.intValue(), new ByteReader(descriptor)));
            return decoder;
        }
        return scope == Header.STORE ? codec.newStoreDecoder(descriptors::get) : null;
    }

    public Object decode(byte[] damaged, @Nullable ScopedDecoder decoder) {
        ByteReader in = new ByteReader(damaged);
        return decoder == null ? codec.decode(in, Object.class) : decoder.decode(in, Object.class);
    }

    /** Whether the bytes are refused; anything but an object or a {@link DecodeException} fails the test. */
    public boolean refuses(byte[] damaged, @Nullable ScopedDecoder decoder, String damage) {
        try {
            decode(damaged, decoder);
            return false;
        } catch (DecodeException e) {
            if (e.offset() < 0 || !e.getMessage().startsWith("decode: ")) {
                throw new AssertionError(describe(damaged, damage), e);
            }
            return true;
        } catch (Throwable e) {
            throw new AssertionError(describe(damaged, damage), e);
        }
    }

    private String describe(byte[] damaged, String damage) {
        return damage + " of " + name + ": " + HexFormat.of().formatHex(damaged);
    }

    /** The codec that just refused damaged bytes still reads the good ones. */
    public void requireReadable(@Nullable ScopedDecoder decoder, String damage) {
        if (!textOf(decode(bytes, decoder)).equals(text)) {
            throw new AssertionError("after " + damage + " the good message is read differently: " + name);
        }
    }
}
