package io.tellask.codec.graph;

import io.tellask.codec.schema.Descriptor;
import io.tellask.codec.trust.Admission;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A class as its writer described it, and the codecs that read it here, one per admission. Thread-safe. */
public final class RemoteSchema {
    private static final int MAX_BINDINGS = 256;

    public final Descriptor descriptor;
    private final Map<Admission, Binding> bindings = new ConcurrentHashMap<>();
    private volatile @Nullable TypeCodec described;
    private volatile @Nullable Converted converted;
    private volatile Binding last = new Binding(null, RefusedCodec.NONE);

    RemoteSchema(Descriptor descriptor) {
        this.descriptor = descriptor;
    }

    /** The codec to read with, or a {@code DecodeException} because the class is not granted or does not fit. */
    TypeCodec bind(Admission admission, TypeRegistry table, long offset) {
        Binding binding = last;
        return binding.admission == admission ? binding.codec : bindAnew(admission, table, offset);
    }

    private TypeCodec bindAnew(Admission admission, TypeRegistry table, long offset) {
        Binding binding = bindings.get(admission);
        if (binding == null) {
            binding = new Binding(admission, codecOf(admission, table, offset));
            if (bindings.size() < MAX_BINDINGS) {
                bindings.put(admission, binding);
            }
            if (admission != Admission.DESCRIBING) {
                table.remember(this);
            }
        }
        last = binding;
        return binding.codec;
    }

    private TypeCodec codecOf(Admission admission, TypeRegistry table, long offset) {
        return admission == Admission.DESCRIBING ? described(table) : table.readerOf(this, admission, offset);
    }

    /** Reads objects as nodes; one for all declared types. */
    public TypeCodec described(TypeRegistry table) {
        TypeCodec known = described;
        if (known == null) {
            known = table.described(descriptor);
            described = known;
        }
        return known;
    }

    /** Reads objects as the class here takes them; one for all declared types that let the same class in. */
    public TypeCodec converted(DescribedCodec local, TypeRegistry table) {
        Converted known = converted;
        if (known == null || known.local != local) {
            known = new Converted(local, local.converter(descriptor, table));
            converted = known;
        }
        return known.codec;
    }

    private record Converted(DescribedCodec local, TypeCodec codec) {}

    private record Binding(@Nullable Admission admission, TypeCodec codec) {}
}
