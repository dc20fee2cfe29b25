package io.tellask.codec.node;

import io.tellask.codec.ClassDescription;
import io.tellask.codec.EncodeException;
import io.tellask.codec.EnumNode;
import io.tellask.codec.MapNode;
import io.tellask.codec.MessageNode;
import io.tellask.codec.SequenceNode;
import io.tellask.codec.SortOrder;
import io.tellask.codec.TypeName;
import io.tellask.codec.ValueNode;
import io.tellask.codec.builtin.BuiltIns;
import io.tellask.codec.builtin.ClassObjectCodec;
import io.tellask.codec.builtin.LambdaCodec;
import io.tellask.codec.builtin.ProxyCodec;
import io.tellask.codec.elements.ElementReader;
import io.tellask.codec.elements.Elements;
import io.tellask.codec.elements.EntryParts;
import io.tellask.codec.elements.Orders;
import io.tellask.codec.elements.SequenceParts;
import io.tellask.codec.failure.FailurePlace;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.HeadNumbers;
import io.tellask.codec.graph.Layout;
import io.tellask.codec.graph.Parts;
import io.tellask.codec.graph.PartsCodec;
import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.schema.Descriptor;
import io.tellask.text.PassedByReference;
import io.tellask.text.SafeText;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The codecs that read and write {@link MessageNode}s: one for each built-in type, by its {@link Layout}, and one for
 * each {@link ClassDescription}.
 *
 * <p>They stand in for the usual ones in a {@link GraphReader} that describes, so that budgets, back references and
 * deep stacks are the same.
 */
public final class NodeCodecs {
    /** By head, as {@link BuiltIns} has them. */
    public static final @Nullable TypeCodec[] BY_HEAD = BuiltIns.mapped(NodeCodecs::of);

    /** What stands for lambdas, proxies and class objects in a message, which no object has as its class. */
    private static final Map<String, TypeCodec> STANDING_IN = Map.of(
            LambdaCodec.READER.type.getName(), LambdaCodec.READER,
            ProxyCodec.READER.type.getName(), ProxyCodec.READER,
            ClassObjectCodec.ONLY.type.getName(), ClassObjectCodec.ONLY);

    private NodeCodecs() {}

    /** The codec of objects that are known by a description only. */
    public static TypeCodec described(Descriptor descriptor) {
        NodeAccess nodes = NodeAccess.nodes();
        return nodes.codecOf(nodes.describe(descriptor));
    }

    /** The class that stands for lambdas, proxies or class objects, by its name; null for other names. */
    public static @Nullable Class<?> standingIn(String className) {
        TypeCodec codec = STANDING_IN.get(className);
        return codec == null ? null : codec.type;
    }

    private static TypeCodec of(TypeCodec local) {
        Layout layout = local.layout();
        return switch (layout.body()) {
            case VALUE -> local.tracked && local.head != HeadNumbers.STRING ? new Value(local) : local;
            case ENTRIES -> new Entries(local, layout);
            default -> new Sequence(local, layout);
        };
    }

    private static @Nullable TypeCodec byClass(Class<?> type) {
        TypeCodec local = BuiltIns.of(type);
        if (local == null) {
            local = STANDING_IN.get(type.getName());
        }
        return local == null ? null : BY_HEAD[local.head];
    }

    /** Whether {@code value} is an immutable value of the JDK or a reference to an actor, which needs no node. */
    public static boolean isPlain(Object value) {
        if (value instanceof PassedByReference) {
            return true;
        }
        TypeCodec codec = byClass(value.getClass());
        return codec != null && !(codec instanceof NodeCodec || codec instanceof Value);
    }

    public static TypeCodec ofValue(Object value) {
        return require(byClass(value.getClass()), Value.class, value.getClass());
    }

    public static Sequence sequence(Class<?> type, boolean typed) {
        Sequence codec = require(byClass(type), Sequence.class, type);
        if (codec.layout().typed() != typed) {
            throw new IllegalArgumentException("node: class=" + type.getTypeName()
                    + (typed ? " names no component" : " needs the type of its components"));
        }
        return codec;
    }

    public static boolean isHolder(Class<?> type) {
        return byClass(type) instanceof Sequence codec && codec.layout().body() == Layout.Body.PARTS;
    }

    public static Sequence arrays() {
        return require(BY_HEAD[HeadNumbers.ARRAY], Sequence.class, Object[].class);
    }

    public static Sequence enumSets() {
        return sequence(EnumSet.noneOf(Thread.State.class).getClass(), true);
    }

    public static Entries entries(Class<?> type, boolean typed) {
        Entries codec = require(byClass(type), Entries.class, type);
        if (codec.layout().typed() != typed) {
            throw new IllegalArgumentException("node: class=" + type.getTypeName() + " needs the type of its keys");
        }
        return codec;
    }

    private static <T> T require(@Nullable TypeCodec codec, Class<T> kind, Class<?> type) {
        if (!kind.isInstance(codec)) {
            throw new IllegalArgumentException("node: class=" + type.getTypeName() + " has no node of kind="
                    + kind.getSimpleName() + "; look at MessageNode for the kinds");
        }
        return kind.cast(codec);
    }

    /** Writes a reference to any value that nodes hold. */
    static void write(GraphWriter out, @Nullable Object value) {
        if (value instanceof MessageNode node) {
            out.writeValue(node, NodeAccess.nodes().codecOf(node));
            return;
        }
        out.writeRef(value);
    }

    /** A codec of nodes: its {@code type} is what the nodes stand for. */
    abstract static class NodeCodec extends PartsCodec {
        NodeCodec(TypeCodec local, Layout layout) {
            super(local.type, local.head, local.tracked, local.built, layout);
        }

        final <T> T registered(GraphReader in, T node) {
            if (tracked) {
                in.register(node);
            }
            return node;
        }

        final SortOrder readOrder(GraphReader in) {
            return layout.ordered() ? Orders.readKind(in) : SortOrder.NATURAL;
        }

        final @Nullable TypeName readType(GraphReader in) {
            return layout.typed() ? NodeAccess.nodes().readName(in) : null;
        }

        final void writeStart(
                GraphWriter out, SortOrder order, @Nullable Object comparator, @Nullable TypeName component) {
            if (layout.ordered()) {
                out.out.writeByte(order.ordinal());
                if (order == SortOrder.COMPARATOR) {
                    NodeCodecs.write(out, comparator);
                }
            }
            if (component != null) {
                NodeAccess.nodes().write(component, out);
            }
        }
    }

    /** What the type's own codec reads, in a node that keeps its identity. */
    private static final class Value extends TypeCodec {
        private final TypeCodec local;

        Value(TypeCodec local) {
            super(local.type, local.head, local.tracked, local.built);
            this.local = local;
        }

        @Override
        public void write(GraphWriter out, Object node) {
            local.write(out, ((ValueNode) node).value());
        }

        @Override
        public Object read(GraphReader in) {
            ValueNode node = NodeAccess.nodes().value(this, Objects.requireNonNull(local.read(in)));
            in.fill(in.lastNumber(), node);
            return node;
        }
    }

    /** Lists, sets, queues, arrays of references, and holders of one or two. */
    public static final class Sequence extends NodeCodec {
        Sequence(TypeCodec local, Layout layout) {
            super(local, layout);
        }

        @Override
        public Parts.Writer writer(GraphWriter out, Object value) {
            List<@Nullable Object> elements = ((SequenceNode) value).elements();
            if (begin(out, (SequenceNode) value)) {
                elements.forEach(element -> out.writeString((String) element));
                return SequenceParts.Writer.done();
            }
            return new SequenceParts.Writer(elements.toArray(), null, true);
        }

        /** Writes what comes before the elements; gives whether these are strings. */
        private boolean begin(GraphWriter out, SequenceNode node) {
            writeStart(out, node.order(), node.comparator(), node.component());
            List<@Nullable Object> elements = node.elements();
            if (layout.body() == Layout.Body.PARTS) {
                requireParts(elements);
                return false;
            }
            out.countSlots(elements.size(), 1);
            if (layout.body() != Layout.Body.ELEMENTS) {
                out.out.writeVarInt(elements.size());
                return layout.body() == Layout.Body.STRINGS;
            }
            boolean strings = !elements.isEmpty() && elements.stream().allMatch(Elements::isString);
            out.out.writeVarInt(
                    elements.size() << GraphReader.SHAPE_BITS | (strings ? Elements.STRINGS : Elements.MIXED));
            return strings;
        }

        private void requireParts(List<?> elements) {
            if (elements.size() != layout.parts()) {
                throw new EncodeException("encode: node of class=" + type.getName() + " has elements=" + elements.size()
                        + " and must have " + layout.parts());
            }
        }

        @Override
        public Parts.Reader reader(GraphReader in) {
            SequenceNode node = begin(in);
            return new NodeParts.SequenceReader(node, elements(in));
        }

        private SequenceNode begin(GraphReader in) {
            SortOrder order = readOrder(in);
            SequenceNode node = registered(in, NodeAccess.nodes().sequence(this, order, readType(in)));
            if (order == SortOrder.COMPARATOR) {
                node.comparedBy(in.readRef());
            }
            return node;
        }

        private ElementReader elements(GraphReader in) {
            return switch (layout.body()) {
                case ELEMENTS -> ElementReader.open(in);
                case PARTS -> ElementReader.references(in, layout.parts());
                case STRINGS -> ElementReader.strings(in, in.readSlots(1));
                default -> ElementReader.references(in, in.readSlots(1));
            };
        }
    }

    /** Maps. */
    public static final class Entries extends NodeCodec {
        Entries(TypeCodec local, Layout layout) {
            super(local, layout);
        }

        @Override
        public Parts.Writer writer(GraphWriter out, Object value) {
            MapNode node = (MapNode) value;
            return new NodeParts.EntryWriter(node, begin(out, node));
        }

        /** Writes what comes before the entries; gives their shape. */
        private int begin(GraphWriter out, MapNode node) {
            writeStart(out, node.order(), node.comparator(), node.keyType());
            int count = node.size();
            out.countSlots(count, 2);
            boolean keyStrings = count > 0 && node.keys().stream().allMatch(Elements::isString);
            boolean valueStrings = count > 0 && node.values().stream().allMatch(Elements::isString);
            int shape = (keyStrings ? EntryParts.KEY_STRINGS : 0) | (valueStrings ? EntryParts.VALUE_STRINGS : 0);
            out.out.writeVarInt(count << GraphReader.SHAPE_BITS | shape);
            return shape;
        }

        @Override
        public Parts.Reader reader(GraphReader in) {
            return new NodeParts.EntryReader(in, begin(in), in.readShaped(2));
        }

        private MapNode begin(GraphReader in) {
            SortOrder order = readOrder(in);
            MapNode node = registered(in, NodeAccess.nodes().map(this, order, readType(in)));
            if (order == SortOrder.COMPARATOR) {
                node.comparedBy(in.readRef());
            }
            return node;
        }
    }

    /** What a description tells of the class. */
    public abstract static class Described extends TypeCodec {
        public final ClassDescription description;
        final Descriptor descriptor;

        Described(ClassDescription description, Descriptor descriptor, Class<?> node, boolean tracked) {
            super(node, DESCRIBED, tracked);
            this.description = description;
            this.descriptor = descriptor;
        }

        @Override
        public void writeHead(GraphWriter out) {
            out.writeDescription(descriptor);
        }

        /** An array or enum set cannot have a class that is unknown here as its component. */
        @Override
        public Class<?> named(long offset) {
            throw FailurePlace.decoding(
                    offset,
                    "decode: class=" + SafeText.of(description.className())
                            + " is unknown here and cannot be the component of an array, set or map; grant it");
        }
    }

    /** Lets a node stand at the root of a message or in a field: it writes nothing of its own. */
    public static final class Any extends TypeCodec {
        public Any(Class<?> node) {
            super(node, DESCRIBED, false);
        }

        @Override
        public void write(GraphWriter out, Object node) {
            out.standAside();
            NodeCodecs.write(out, node);
            out.levels.depth++;
        }

        @Override
        public TypeCodec forValue(Object node) {
            return NodeAccess.nodes().codecOf((MessageNode) node);
        }

        @Override
        public Object read(GraphReader in) {
            throw in.damaged("class=" + type.getName() + " is a node");
        }
    }

    /** Constants of an enum that is known by its description only. */
    public static final class Constants extends NodeCodecs.Described {
        public Constants(ClassDescription description, Descriptor descriptor) {
            super(description, descriptor, EnumNode.class, false);
        }

        @Override
        public void write(GraphWriter out, Object value) {
            out.out.writeVarInt(NodeAccess.nodes().ordinalOf((EnumNode) value));
        }

        @Override
        public Object read(GraphReader in) {
            int ordinal = in.in.readVarInt();
            if (Integer.compareUnsigned(ordinal, description.fields().size()) >= 0) {
                throw in.damaged("constant=" + Integer.toUnsignedString(ordinal) + " of enum="
                        + SafeText.of(description.className()) + " is not described");
            }
            return NodeAccess.nodes().constant(description, ordinal);
        }
    }
}
