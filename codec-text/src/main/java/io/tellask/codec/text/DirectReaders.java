package io.tellask.codec.text;

import static io.tellask.codec.text.DirectReader.NONE;
import static io.tellask.codec.text.DirectReader.OTHER;

import io.tellask.codec.ClassDescription;
import io.tellask.codec.Codec;
import io.tellask.codec.CodecException;
import io.tellask.codec.CodecLimits;
import io.tellask.codec.text.DirectReader.OfEnum;
import io.tellask.codec.text.DirectReader.OfList;
import io.tellask.codec.text.DirectReader.OfOptional;
import io.tellask.codec.text.DirectReader.OfRecord;
import io.tellask.codec.text.DirectReader.OfRecord.Component;
import io.tellask.codec.text.DirectReader.OfScalar;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The {@link DirectReader} of each declared type that was asked for, made once. Thread-safe.
 *
 * <p>A text is read directly only where it is too short to reach the codec's limits, so that these need not be counted: each value takes a
 * byte or more, and at most two objects and slots. Big numbers have a limit of their own and are left to the codec.
 */
final class DirectReaders {
    private static final int OBJECTS_OF_BYTE = 2;

    /** A codec whose limit is lower reads everything in the general way. */
    private static final int LEAST_DEPTH = 64;

    /** A record whose arguments grow as it holds itself would never end. */
    private static final int MAX_RECORDS = 200;

    private final Codec codec;
    private final int maxBytes;
    private final Map<Type, DirectReader> readers = new ConcurrentHashMap<>();

    DirectReaders(Codec codec) {
        this.codec = codec;
        CodecLimits limits = codec.limits();
        maxBytes = limits.depth() < LEAST_DEPTH ? 0 : Math.min(limits.objects(), limits.arraySlots()) / OBJECTS_OF_BYTE;
    }

    /** The object of a tree, or {@link DirectReader#OTHER}. */
    @Nullable
    Object read(@Nullable Object tree, int textBytes, Type declared) {
        if (textBytes > maxBytes) {
            return OTHER;
        }
        DirectReader reader = readers.get(declared);
        if (reader == null) {
            reader = new Building(new Classes(codec.trustedBy(declared))).reader(Declared.of(declared));
            readers.put(declared, reader);
        }
        return reader.read(tree, 0);
    }

    /** One declared type and those that it holds. */
    private static final class Building {
        private final Classes classes;
        private final Map<Declared, DirectReader> known = new HashMap<>();

        Building(Classes classes) {
            this.classes = classes;
        }

        DirectReader reader(Declared declared) {
            DirectReader reader = known.get(declared);
            if (reader != null) {
                return reader;
            }
            try {
                return newReader(declared);
            } catch (CodecException refused) { // the general way refuses it as well, and says why
                return NONE;
            }
        }

        private DirectReader newReader(Declared declared) {
            Class<?> type = declared.raw();
            boolean isOpen = type == Object.class || known.size() >= MAX_RECORDS;
            if (isOpen || type == BigInteger.class || type == BigDecimal.class) {
                return NONE;
            }
            if (Scalars.hasForm(type)) {
                return new OfScalar(type);
            }
            if (type.isEnum()) {
                return enumReader(type);
            }
            if (type == Optional.class) {
                Declared content = declared.element();
                return content.raw() == Optional.class ? NONE : new OfOptional(reader(content));
            }
            if (Assumed.sequence(type) == ArrayList.class) {
                return new OfList(reader(declared.element()));
            }
            return type.isRecord() ? recordReader(declared) : NONE;
        }

        private DirectReader enumReader(Class<?> type) {
            Map<String, Object> constants = new HashMap<>();
            ClassDescription description = classes.describe(type);
            for (Object constant : type.getEnumConstants()) {
                String name = ((Enum<?>) constant).name();
                if (description.indexOf(name) >= 0) {
                    constants.put(name, constant);
                }
            }
            return new OfEnum(constants);
        }

        private DirectReader recordReader(Declared declared) {
            Function<@Nullable Object[], Object> constructor = classes.trusted().constructorOf(declared.raw());
            if (constructor == null) {
                return NONE;
            }
            ClassDescription description = classes.describe(declared.raw());
            List<Declared> types = classes.fieldsOf(declared);
            RecordComponent[] components = declared.raw().getRecordComponents();
            @Nullable Object[] defaults = new Object[components.length];
            OfRecord reader =
                    new OfRecord(constructor, defaults, !classes.trusted().isStrict());
            known.put(declared, reader);
            Map<String, Component> byName = new HashMap<>();
            for (int i = 0; i < components.length; i++) {
                int field = description.indexOf(components[i].getName());
                defaults[i] = description.fields().get(field).defaultValue();
                byName.put(components[i].getName(), new Component(i, reader(types.get(field))));
            }
            reader.components(byName);
            return reader;
        }
    }
}
