package io.tellask.codec.node;

import io.tellask.codec.ClassDescription;
import io.tellask.codec.EnumNode;
import io.tellask.codec.MapNode;
import io.tellask.codec.MessageNode;
import io.tellask.codec.ObjectNode;
import io.tellask.codec.SequenceNode;
import io.tellask.codec.SortOrder;
import io.tellask.codec.TypeName;
import io.tellask.codec.ValueNode;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.schema.Descriptor;
import java.lang.invoke.MethodHandles;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How codecs make and fill nodes, which users do in fewer ways. Thread-safe: the class of all nodes installs the one
 * access.
 */
public abstract class NodeAccess {
    private static volatile @Nullable NodeAccess access;

    /** For the class of all nodes. */
    protected NodeAccess() {}

    /** The access; begins the class of all nodes, if nobody did before. */
    static NodeAccess nodes() {
        return Installed.NODES;
    }

    /** Called once, by the class of all nodes. */
    public static void install(NodeAccess ofNodes) {
        access = ofNodes;
    }

    /** The codec that writes a node's body. */
    public abstract TypeCodec codecOf(MessageNode node);

    public abstract SequenceNode sequence(NodeCodecs.Sequence codec, SortOrder order, @Nullable TypeName component);

    public abstract MapNode map(NodeCodecs.Entries codec, SortOrder order, @Nullable TypeName keyType);

    public abstract ValueNode value(TypeCodec codec, Object value);

    public abstract EnumNode constant(ClassDescription description, int ordinal);

    public abstract int ordinalOf(EnumNode node);

    /** Sets what was read: a node of an unknown class also holds objects of classes known here. */
    public abstract void store(ObjectNode node, int field, @Nullable Object value);

    public abstract TypeName name(TypeCodec codec);

    public abstract TypeName readName(GraphReader in);

    public abstract void write(TypeName name, GraphWriter out);

    public abstract ClassDescription describe(Descriptor descriptor);

    public abstract TypeCodec codecOf(ClassDescription description);

    /** The access as a constant. */
    private static final class Installed {
        private static final NodeAccess NODES = load();

        private static NodeAccess load() {
            try {
                MethodHandles.lookup().ensureInitialized(MessageNode.class);
            } catch (IllegalAccessException e) {
                throw new AssertionError("the class of all nodes is public", e);
            }
            return Objects.requireNonNull(access, "access that the class of all nodes installs");
        }
    }
}
