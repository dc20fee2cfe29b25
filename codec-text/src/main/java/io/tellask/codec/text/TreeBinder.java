package io.tellask.codec.text;

import io.tellask.codec.ClassDescription;
import io.tellask.codec.Codec;
import io.tellask.codec.CodecException;
import io.tellask.codec.EnumNode;
import io.tellask.codec.MessageNode;
import io.tellask.codec.SequenceNode;
import io.tellask.codec.TrustedClasses;
import io.tellask.codec.ValueNode;
import io.tellask.codec.text.Tree.Entries;
import io.tellask.codec.text.Tree.Items;
import io.tellask.codec.text.Tree.Reference;
import io.tellask.codec.text.Tree.Shared;
import io.tellask.text.PassedByReference;
import io.tellask.text.SafeText;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes the nodes of a message of what a text says and what its reader expects. Classes that the text names are looked
 * up among the trusted ones only.
 *
 * <p>Each container is made empty and filled later from a list of work, so that nesting takes no stack and an item may
 * refer to any other. Not thread-safe.
 */
final class TreeBinder {
    private final Codec codec;
    private final Classes classes;
    private final ContainerBinder containers;
    private final Deque<Runnable> work = new ArrayDeque<>();
    private final Map<Integer, @Nullable Object> shared = new HashMap<>();
    private final List<Runnable> references = new ArrayList<>();
    private final LeftOut leftOut = new LeftOut();

    TreeBinder(Codec codec, Classes classes) {
        this.codec = codec;
        this.classes = classes;
        this.containers = new ContainerBinder(this, classes);
    }

    @Nullable
    Object bind(@Nullable Object tree, Declared declared) {
        @Nullable Object[] root = new Object[1];
        place(tree, new Spot(null, "", declared), value -> root[0] = value);
        while (!work.isEmpty()) {
            work.removeLast().run();
        }
        for (int next = 0; next < references.size(); next++) {
            references.get(next).run();
            while (!work.isEmpty()) {
                work.removeLast().run();
            }
        }
        return root[0];
    }

    /** Keeps an item that no field takes: what is referred to elsewhere may first stand in it. */
    void leaveOut(@Nullable Object item) {
        if (item != null) {
            leftOut.add(item);
        }
    }

    /** Takes the value that belongs at a spot. */
    interface Target {
        void set(@Nullable Object value);
    }

    /** Does something when the containers around it exist. */
    void later(Runnable task) {
        work.addLast(task);
    }

    /** Sets the value of an item where it belongs; of a reference when everything else is done. */
    void place(@Nullable Object item, Spot spot, Target target) {
        Integer number = referenceOf(item, spot);
        if (number == null) {
            set(sharedOrValue(item, spot), spot, target);
            return;
        }
        references.add(() -> {
            Object unplaced = shared.containsKey(number) ? null : leftOut.find(number);
            if (unplaced != null) {
                place(unplaced, spot, target);
                return;
            }
            if (!shared.containsKey(number)) {
                throw spot.failure("reference=" + number + " to nothing", "give the object it means that number");
            }
            set(shared.get(number), spot, target);
        });
    }

    private static void set(@Nullable Object value, Spot spot, Target target) {
        try {
            target.set(value);
        } catch (IllegalArgumentException e) {
            throw spot.failure("the value does not fit its field", "send a value of the field's class", e);
        }
    }

    private static @Nullable Integer referenceOf(@Nullable Object item, Spot spot) {
        if (item instanceof Reference reference) {
            return reference.number();
        }
        if (!(item instanceof Entries entries) || entries.indexOf(Note.REFERENCE) < 0) {
            return null;
        }
        if (entries.keys().size() > 1) {
            throw spot.failure("a reference has other properties beside it", "send " + Note.REFERENCE + " alone");
        }
        return number(entries.value(Note.REFERENCE), spot);
    }

    private static Integer number(@Nullable Object item, Spot spot) {
        Long number = Numbers.integer(item, 1, Integer.MAX_VALUE);
        if (number == null) {
            throw spot.failure("the number of a shared object is no int from 1", "number objects from 1");
        }
        return number.intValue();
    }

    private @Nullable Object sharedOrValue(@Nullable Object item, Spot spot) {
        Integer number = null;
        Object content = item;
        if (item instanceof Shared(int marked, Object inner)) {
            number = marked;
            content = inner;
        } else if (item instanceof Entries entries && entries.indexOf(Note.ID) >= 0) {
            number = number(entries.value(Note.ID), spot);
        }
        if (content instanceof Shared || content instanceof Reference) {
            throw spot.failure("a shared item is itself shared or a reference", "mark each object once");
        }
        Object value = value(content, spot);
        if (number != null && shared.containsKey(number)) {
            throw spot.failure("shared object number=" + number + " is given twice", "number each object once");
        }
        if (number != null) {
            shared.put(number, value);
        }
        return value;
    }

    private @Nullable Object value(@Nullable Object item, Spot spot) {
        Class<?> declared = spot.declared().raw();
        if (item == null) {
            if (declared.isPrimitive()) {
                throw spot.failure(
                        "class=" + declared.getName() + " is expected and the text has null", "send a value");
            }
            return null;
        }
        return item instanceof Entries entries && entries.keys().stream().anyMatch(Note::isNote)
                ? noted(entries, spot)
                : plain(item, declared, spot);
    }

    /** What an object with notes means. */
    private @Nullable Object noted(Entries entries, Spot spot) {
        if (entries.indexOf(Note.REMOTE) >= 0) {
            return remote(entries, spot);
        }
        Class<?> type = classOf(entries, spot);
        if (type == null) {
            leaveOut(entries);
            return null;
        }
        if (entries.indexOf(Note.BINARY) >= 0) {
            return binary(entries.value(Note.BINARY), type, spot);
        }
        Object item = entries;
        for (String note : List.of(Note.VALUE, Note.ITEMS, Note.ENTRIES)) {
            if (entries.indexOf(note) >= 0) {
                item = entries.value(note);
            }
        }
        if (item == null) {
            throw spot.failure("an annotated value is null", "send null alone");
        }
        if (entries.indexOf(Note.VALUE) >= 0) {
            return scalar(item, type, spot);
        }
        if (entries.indexOf(Note.ENTRIES) >= 0 || item == entries) {
            return containers.mapOrObject(entries, type, spot);
        }
        if (item instanceof Items items) {
            return containers.sequence(items, entries, type, spot);
        }
        throw spot.mismatch(type, item);
    }

    private static RemotePlace remote(Entries entries, Spot spot) {
        if (entries.keys().size() > 1) {
            throw spot.failure("a reference has other properties beside it", "send " + Note.REMOTE + " alone");
        }
        Long number = Numbers.integer(entries.value(Note.REMOTE), 0, Integer.MAX_VALUE);
        if (number == null) {
            throw spot.failure(Note.REMOTE + " is no place in a list", "number references from 0");
        }
        Class<?> declared = spot.declared().raw();
        if (!declared.isInterface()
                && declared != Object.class
                && !PassedByReference.class.isAssignableFrom(declared)) {
            throw spot.mismatch(declared, entries);
        }
        return new RemotePlace(number.intValue());
    }

    /**
     * The class that the notes name, else the one that is declared. One of the application need not fit: it may resolve
     * to another, and the codec checks what comes of it. Null for an unknown one whose objects are to be skipped.
     */
    private @Nullable Class<?> classOf(Entries entries, Spot spot) {
        Class<?> declared = spot.declared().raw();
        if (entries.indexOf(Note.CLASS) < 0) {
            return declared;
        }
        if (!(entries.value(Note.CLASS) instanceof String name)) {
            throw spot.failure(Note.CLASS + " is no string", "send the name of a class");
        }
        try {
            if (classes.isSkipped(name)) {
                return null;
            }
        } catch (CodecException e) {
            throw spot.refused(e);
        }
        Class<?> type = named(name, spot);
        boolean fits = declared.isAssignableFrom(type) || Scalars.isBoxOf(declared, type);
        if (!fits && TrustedClasses.isBuiltIn(type) && !TrustedClasses.isStandIn(type)) {
            throw spot.failure(
                    "class=" + SafeText.of(name) + " is no " + declared.getTypeName(),
                    "send an object of the declared type");
        }
        return type;
    }

    Class<?> named(String name, Spot spot) {
        try {
            return classes.named(name);
        } catch (CodecException e) {
            throw spot.refused(e);
        }
    }

    /** Reads a value that has no text: no class is loaded for it. */
    private Object binary(@Nullable Object item, Class<?> type, Spot spot) {
        try {
            Object bytes = item == null ? null : Scalars.read(byte[].class, item);
            Object value = bytes == null ? null : codec.describe((byte[]) bytes);
            Object bare = value instanceof ValueNode node ? node.value() : value;
            if (value != null && bare != null && !(bare instanceof MessageNode) && type == bare.getClass()) {
                return value;
            }
        } catch (IllegalArgumentException | CodecException e) {
            throw spot.failure("a value in binary is malformed", "send what the codec wrote", e);
        }
        throw spot.failure("a value in binary is no " + type.getTypeName(), "send what the codec wrote");
    }

    private @Nullable Object plain(Object item, Class<?> type, Spot spot) {
        return switch (item) {
            case Items items when !Scalars.hasForm(type) -> containers.sequence(items, null, type, spot);
            case Entries entries when type != Optional.class -> containers.mapOrObject(entries, type, spot);
            default -> scalar(item, type, spot);
        };
    }

    private @Nullable Object scalar(Object item, Class<?> type, Spot spot) {
        if (type.isEnum()) {
            return constant(item, type, spot);
        }
        if (type == Optional.class) {
            SequenceNode optional = SequenceNode.of(type);
            optional.elements().add(null);
            place(
                    item,
                    spot.expecting(spot.declared().element()),
                    value -> optional.elements().set(0, value));
            return optional;
        }
        Object value;
        try {
            value = Scalars.hasForm(type) ? Scalars.read(type, item) : Scalars.natural(item);
        } catch (
                RuntimeException
                        e) { // each parser of the JDK has its own, which repeats the text that it does not read
            throw spot.failure(
                    "the text of class=" + type.getTypeName() + " is malformed", "send its ISO or usual form");
        }
        if (value == null || !type.isPrimitive() && !type.isInstance(value)) {
            throw spot.mismatch(type, item);
        }
        return ValueNode.wrapped(value);
    }

    private Object constant(Object item, Class<?> type, Spot spot) {
        if (!(item instanceof String name)) {
            throw spot.mismatch(type, item);
        }
        ClassDescription description;
        try {
            description = classes.describe(type);
        } catch (CodecException e) {
            throw spot.refused(e);
        }
        int former = description.indexOf(name) < 0 ? description.indexOfFormer(name) : -1;
        if (former >= 0) {
            return new EnumNode(description, description.fields().get(former).name());
        }
        String known = description.indexOf(name) >= 0 ? name : classes.defaultConstantOf(type);
        if (known == null) {
            throw spot.failure(
                    "constant=" + SafeText.of(name) + " of enum=" + type.getName() + " is unknown here",
                    "update this side's class or mark a @DefaultConstant");
        }
        return new EnumNode(description, known);
    }

    /** A key of a map that is written as the name of a property. */
    @Nullable
    Object key(String name, Spot spot) {
        Class<?> type = spot.declared().raw();
        String text = Note.unescaped(name);
        if (type.isAssignableFrom(String.class)) {
            return text;
        }
        Object item = Scalars.keyItem(type, text);
        if (item == null) {
            throw spot.failure(
                    "a key of class=" + type.getTypeName() + " is written as a name",
                    "send the map as a list of entries, each a list of key and value");
        }
        return scalar(item, type, spot);
    }
}
