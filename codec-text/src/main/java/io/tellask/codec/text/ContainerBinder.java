package io.tellask.codec.text;

import io.tellask.codec.ClassDescription;
import io.tellask.codec.CodecException;
import io.tellask.codec.DataItem;
import io.tellask.codec.MapNode;
import io.tellask.codec.ObjectNode;
import io.tellask.codec.SequenceNode;
import io.tellask.codec.SortOrder;
import io.tellask.codec.TypeName;
import io.tellask.codec.text.Tree.Entries;
import io.tellask.codec.text.Tree.Items;
import io.tellask.codec.text.Tree.Place;
import io.tellask.text.SafeText;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The part of a {@link TreeBinder} that makes containers: sequences, maps, and objects with their fields. */
final class ContainerBinder {
    private final TreeBinder binder;
    private final Classes classes;

    ContainerBinder(TreeBinder binder, Classes classes) {
        this.binder = binder;
        this.classes = classes;
    }

    Object sequence(Items items, @Nullable Entries notes, Class<?> type, Spot spot) {
        if (Scalars.hasForm(type)) {
            throw spot.mismatch(type, items);
        }
        if (Assumed.isMap(type)) {
            return pairs(items, notes, type, spot);
        }
        Class<?> found = Assumed.sequence(type);
        Declared element = type.isArray() && type != spot.declared().raw()
                ? Declared.of(type).element()
                : Assumed.element(type, spot.declared());
        if (found == Assumed.ENUM_SET) {
            element = enumType(notes, element, spot);
        }
        if (found == null) {
            throw open(type, spot);
        }
        SequenceNode node = node(found, element, spot).inOrder(order(notes, spot));
        compare(notes, spot, items, found, node::comparedBy);
        fill(node, items, element, spot);
        return node;
    }

    private SequenceNode node(Class<?> type, Declared element, Spot spot) {
        try {
            if (type == Assumed.ENUM_SET) {
                return SequenceNode.enumSetOf(nameOf(element));
            }
            boolean named = type.isArray() && type != Object[].class && type != String[].class;
            return named ? SequenceNode.arrayOf(nameOf(element)) : SequenceNode.of(type);
        } catch (IllegalArgumentException e) {
            throw spot.failure(
                    "class=" + type.getTypeName() + " is expected and the text has a list", "send an object", e);
        } catch (CodecException e) {
            throw spot.refused(e);
        }
    }

    private TypeName nameOf(Declared type) {
        return classes.trusted().nameOf(type.raw());
    }

    private void fill(SequenceNode node, Items items, Declared element, Spot spot) {
        List<@Nullable Object> elements = node.elements();
        int count = items.elements().size();
        boolean isEmpty = node.type() == Optional.class && count == 0;
        elements.addAll(Collections.nCopies(isEmpty ? 1 : count, null));
        if (count == 0) {
            return;
        }
        Path path = spot.path(items, node.type());
        binder.later(() -> {
            for (int i = 0; i < count; i++) {
                int index = i;
                Declared declared = Assumed.part(node.type(), spot.declared(), element, i);
                binder.place(items.elements().get(i), new Spot(path, i, declared), value -> elements.set(index, value));
            }
        });
    }

    /** The enum of an enum set or map: noted, or the declared argument. */
    private Declared enumType(@Nullable Entries notes, Declared declared, Spot spot) {
        Declared type = notes != null && notes.value(Note.TYPE) instanceof String name
                ? Declared.of(binder.named(name, spot))
                : declared;
        if (!type.raw().isEnum()) {
            throw spot.failure("class=" + type.raw().getName() + " is no enum", "name the enum by " + Note.TYPE);
        }
        return type;
    }

    /** Gives a collection the comparator that its notes have, if they have one. */
    private void compare(@Nullable Entries notes, Spot spot, Place place, Class<?> type, TreeBinder.Target target) {
        if (notes != null && notes.indexOf(Note.COMPARATOR) >= 0) {
            Spot comparator = new Spot(spot.path(place, type), "." + Note.COMPARATOR, Declared.ANY);
            binder.later(() -> binder.place(notes.value(Note.COMPARATOR), comparator, target));
        }
    }

    private static SortOrder order(@Nullable Entries notes, Spot spot) {
        if (notes != null && notes.indexOf(Note.COMPARATOR) >= 0) {
            return SortOrder.COMPARATOR;
        }
        if (notes == null || notes.indexOf(Note.ORDER) < 0) {
            return SortOrder.NATURAL;
        }
        for (SortOrder order : SortOrder.values()) {
            if (order.name().toLowerCase(Locale.ROOT).replace('_', '-').equals(notes.value(Note.ORDER))) {
                return order;
            }
        }
        throw spot.failure(Note.ORDER + " is unknown", "send natural, reverse or case-insensitive");
    }

    private static RuntimeException open(Class<?> type, Spot spot) {
        return spot.failure(
                "class=" + type.getTypeName() + " is open and the text does not say which class it means",
                "name the class by " + Note.CLASS);
    }

    Object mapOrObject(Entries entries, Class<?> type, Spot spot) {
        Class<?> found = Assumed.map(type);
        if (found == null || !Assumed.isMap(found)) {
            return object(entries, type, spot);
        }
        if (entries.indexOf(Note.ENTRIES) >= 0) {
            if (!(entries.value(Note.ENTRIES) instanceof Items items)) {
                throw spot.failure(Note.ENTRIES + " is no list", "send a list of entries, each a list of two");
            }
            return pairs(items, entries, type, spot);
        }
        Declared key = spot.declared().part(0);
        MapNode node = map(found, entries, key, spot);
        if (!entries.keys().isEmpty()) {
            Path path = spot.path(entries, found);
            binder.later(() -> fill(node, entries, key, path, spot));
        }
        return node;
    }

    private void fill(MapNode node, Entries entries, Declared keyType, Path path, Spot spot) {
        for (int i = 0; i < entries.keys().size(); i++) {
            Object name = entries.keys().get(i);
            if (name != null && Note.isNote(name)) {
                requireKnown((String) name, spot);
                continue;
            }
            int index = node.size();
            node.add(null, null);
            Spot key = new Spot(path, i, keyType);
            if (name instanceof String text) {
                node.keys().set(index, binder.key(text, key));
            } else {
                binder.place(name, key, value -> node.keys().set(index, value));
            }
            binder.place(
                    entries.values().get(i),
                    new Spot(path, i, spot.declared().part(1)),
                    value -> node.values().set(index, value));
        }
    }

    private static void requireKnown(String note, Spot spot) {
        if (!Note.KNOWN.contains(note)) {
            throw spot.failure(
                    "a key begins with @ and means nothing", "write @@ for a key that begins with an at sign");
        }
    }

    private MapNode map(Class<?> type, @Nullable Entries notes, Declared key, Spot spot) {
        try {
            MapNode node =
                    type == EnumMap.class ? MapNode.enumMapOf(nameOf(enumType(notes, key, spot))) : MapNode.of(type);
            MapNode ordered = node.inOrder(order(notes, spot));
            if (notes != null) {
                compare(notes, spot, notes, type, ordered::comparedBy);
            }
            return ordered;
        } catch (IllegalArgumentException e) {
            throw spot.failure("class=" + type.getTypeName() + " is no map of the JDK", "send its fields", e);
        }
    }

    /** A map as a list of its entries, each a list of key and value. */
    private Object pairs(Items items, @Nullable Entries notes, Class<?> type, Spot spot) {
        Class<?> found = Assumed.map(type);
        if (found == null) {
            throw open(type, spot);
        }
        Declared keyType = spot.declared().part(0);
        MapNode node = map(found, notes, keyType, spot);
        Declared key = found == EnumMap.class ? enumType(notes, keyType, spot) : keyType;
        Path path = spot.path(items, found);
        binder.later(() -> {
            for (int i = 0; i < items.elements().size(); i++) {
                Spot entry = new Spot(path, i, Declared.ANY);
                if (!(items.elements().get(i) instanceof Items pair)
                        || pair.elements().size() != 2) {
                    throw entry.failure("an entry of a map is no list of two", "send [key, value]");
                }
                int index = i;
                node.add(null, null);
                Path outer = entry.path(pair, Map.Entry.class);
                binder.place(
                        pair.elements().get(0),
                        new Spot(outer, 0, key),
                        value -> node.keys().set(index, value));
                binder.place(
                        pair.elements().get(1),
                        new Spot(outer, 1, spot.declared().part(1)),
                        value -> node.values().set(index, value));
            }
        });
        return node;
    }

    private Object object(Entries entries, Class<?> type, Spot spot) {
        if (type.isEnum() || Scalars.hasForm(type) || type.isArray()) {
            throw spot.mismatch(type, entries);
        }
        if (type.isInterface()) {
            throw open(type, spot);
        }
        ObjectNode node;
        List<Declared> types;
        try {
            node = new ObjectNode(classes.describe(type));
            types = classes.fieldsOf(spot.declared().narrowedTo(type));
        } catch (CodecException e) {
            throw spot.refused(e);
        }
        Path path = spot.path(entries, type);
        binder.later(() -> fill(node, entries, types, path, spot));
        return node;
    }

    private void fill(ObjectNode node, Entries entries, List<Declared> types, Path path, Spot spot) {
        ClassDescription description = node.description();
        int cause = description.isException() ? description.indexOf("@cause") : -1;
        if (cause >= 0) {
            node.put(cause, ObjectNode.ABSENT);
        }
        int[] fields = FieldNames.match(description, entries.keys());
        for (int i = 0; i < fields.length; i++) {
            if (!(entries.keys().get(i) instanceof String name)) {
                throw spot.failure("a field's name is no string", "send an object");
            }
            int field = fields[i];
            if (name.equals(Note.DATA)) {
                Spot data = new Spot(path, "." + name, Declared.ANY);
                requireFields(node, fields, entries.values().get(i), data);
                data(node, entries.values().get(i), data);
            } else if (field >= 0) {
                binder.place(
                        entries.values().get(i),
                        new Spot(path, "." + name, types.get(field)),
                        value -> node.put(field, value));
            } else if (Note.isNote(name)) {
                requireKnown(name, spot);
            } else if (classes.trusted().isStrict()) {
                throw spot.failure(
                        "class=" + node.className() + " has no field=" + SafeText.of(name),
                        "use one version of the class or Schema.COMPATIBLE");
            } else {
                binder.leaveOut(entries.values().get(i));
            }
        }
        if (classes.trusted().isStrict()) {
            requireAll(description, fields, spot);
        }
    }

    private static void requireAll(ClassDescription description, int[] found, Spot spot) {
        BitSet written = new BitSet();
        Arrays.stream(found).filter(field -> field >= 0).forEach(written::set);
        for (int i = 0; i < description.fields().size(); i++) {
            String name = description.fields().get(i).name();
            if (!name.equals("@cause") && !written.get(i)) {
                throw spot.failure(
                        "class=" + description.className() + " has field=" + SafeText.of(name)
                                + " and the text has not",
                        "use one version of the class or Schema.COMPATIBLE");
            }
        }
    }

    /** A class that wrote all of its state by itself, such as an Externalizable, and does not read it so any more would be left empty. */
    private static void requireFields(ObjectNode node, int[] fields, @Nullable Object item, Spot spot) {
        boolean reads = !node.data().isEmpty() || node.description().fields().isEmpty();
        boolean wroteFields = Arrays.stream(fields).anyMatch(field -> field >= 0)
                || !(item instanceof Items parts)
                || parts.elements().stream()
                        .anyMatch(part -> !(part instanceof Items items)
                                || items.elements().isEmpty()
                                || items.elements().contains(Note.FIELDS));
        if (!reads && !wroteFields) {
            throw spot.failure(
                    "class=" + node.className() + " wrote itself without fields and has no hooks here",
                    "use one version of the class");
        }
    }

    /** What classes with hooks wrote by themselves: a list for each, with its items. */
    private void data(ObjectNode node, @Nullable Object item, Spot spot) {
        if (node.data().isEmpty() && !classes.trusted().isStrict()) {
            binder.leaveOut(item);
            return;
        }
        if (!(item instanceof Items parts)
                || parts.elements().size() != node.data().size()) {
            throw spot.failure(
                    "class=" + node.className() + " has parts=" + node.data().size()
                            + " that write by themselves, and the text has not",
                    "send a list for each");
        }
        for (int i = 0; i < parts.elements().size(); i++) {
            if (!(parts.elements().get(i) instanceof Items part)) {
                throw spot.failure("a part is no list", "send a list of items");
            }
            List<DataItem> data = node.data().get(i);
            data.clear();
            Path path = spot.path(part, Items.class);
            for (Object piece : part.elements()) {
                add(data, piece, new Spot(path, data.size(), Declared.ANY));
            }
        }
    }

    private void add(List<DataItem> data, @Nullable Object piece, Spot spot) {
        if (Note.FIELDS.equals(piece)) {
            data.add(new DataItem.Fields());
            return;
        }
        if (!(piece instanceof Entries entries)
                || entries.keys().size() != 1
                || !(entries.keys().getFirst() instanceof String name)
                || !Note.OF_DATA.contains(name)) {
            throw spot.failure("an item of " + Note.DATA + " is unknown", "send what the codec wrote");
        }
        Object content = entries.values().getFirst();
        if (name.equals(Note.BYTES)) {
            data.add(new DataItem.Bytes(bytes(content, spot)));
            return;
        }
        int index = data.size();
        boolean unshared = name.equals(Note.UNSHARED);
        data.add(new DataItem.Reference(null, unshared));
        binder.place(content, spot, value -> data.set(index, new DataItem.Reference(value, unshared)));
    }

    private static byte[] bytes(@Nullable Object content, Spot spot) {
        try {
            if (content != null && Scalars.read(byte[].class, content) instanceof byte[] bytes) {
                return bytes;
            }
        } catch (IllegalArgumentException e) {
            throw spot.failure("bytes are malformed", "send them in Base64", e);
        }
        throw spot.failure("bytes are expected and the text has something else", "send them in Base64");
    }
}
