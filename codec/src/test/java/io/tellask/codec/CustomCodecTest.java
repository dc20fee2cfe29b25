package io.tellask.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Types written by hand: closed classes of the JDK, graphs with cycles, whole hierarchies, other versions. */
class CustomCodecTest {
    private static final class PatternCodec implements CustomCodec<Pattern> {
        @Override
        public void write(Pattern value, BodyWriter out) {
            out.writeString(value.pattern());
            out.writeInt(value.flags());
        }

        @Override
        public Pattern read(BodyReader in) {
            return Pattern.compile(String.valueOf(in.readString()), in.readInt());
        }
    }

    static final class Node {
        final String name;
        List<Node> next = new ArrayList<>();
        Object extra;

        Node(String name) {
            this.name = name;
        }
    }

    private static final class NodeCodec implements CustomCodec<Node> {
        @Override
        public void write(Node value, BodyWriter out) {
            out.writeString(value.name);
            out.writeObject(value.next);
            out.writeObject(value.extra);
        }

        @Override
        public Node read(BodyReader in) {
            Node node = in.announce(new Node(in.readString()));
            node.next = (List<Node>) in.readObject(List.class);
            node.extra = in.readObject();
            return node;
        }
    }

    private static Codec with(CustomCodec<Node> nodes) {
        return Codec.builder().custom(Node.class, nodes).build();
    }

    private static final Codec NODES = with(new NodeCodec());
    private static final Codec PATTERNS =
            Codec.builder().custom(Pattern.class, "pattern", new PatternCodec()).build();

    @Test
    void closedClassOfTheJdkTravels() {
        List<Object> patterns = new ArrayList<>(List.of(Pattern.compile("a+", Pattern.COMMENTS)));
        patterns.add(patterns.getFirst());

        List<?> back = PATTERNS.decode(PATTERNS.encode(patterns), List.class);

        assertThat(back.get(0)).isInstanceOf(Pattern.class).hasToString("a+").isSameAs(back.get(1));
        assertThat(((Pattern) back.get(0)).flags()).isEqualTo(Pattern.COMMENTS);
        assertThat(PATTERNS.copy(patterns).get(0)).hasToString("a+").isNotSameAs(patterns.get(0));
        PATTERNS.check(Pattern.class);
        assertThat(((ObjectNode) Codec.standard().describe(PATTERNS.encode(patterns.get(0)))).className())
                .isEqualTo("pattern");
    }

    @Test
    void bodyIsOnePartOfItems() {
        ByteWriter out = new ByteWriter(64);
        PATTERNS.newScopedEncoder((id, descriptor) -> {}).encode(Pattern.compile("a+"), Pattern.class, out);

        assertThat(HexFormat.of().formatHex(out.toByteArray())).isEqualTo("2150" + "0705612b00" + "00");
    }

    @Test
    void typeIsGrantedToTheWireByItsNameOnly() {
        byte[] bytes = PATTERNS.encode(Pattern.compile("x"));

        assertThatThrownBy(() -> Codec.standard().decode(bytes, Object.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("class=pattern is not granted");
    }

    @Test
    void announcedObjectLiesOnCycles() {
        Node node = new Node("n\u4e16");
        node.next.addAll(Arrays.asList(node, null, new Node("leaf")));
        node.extra = Map.of("self", node);

        Node back = NODES.decode(NODES.encode(node), Node.class);

        assertThat(back.name).isEqualTo("n\u4e16");
        assertThat(back.next.get(0)).isSameAs(back);
        assertThat(back.next.get(1)).isNull();
        assertThat(back.next.get(2).name).isEqualTo("leaf");
        assertThat(((Map<?, ?>) back.extra).get("self")).isSameAs(back);
    }

    @Test
    void objectThatIsNotAnnouncedIsRefusedOnACycle() {
        Codec late = with(new CustomCodec<>() {
            @Override
            public void write(Node value, BodyWriter out) {
                out.writeObject(value.extra);
            }

            @Override
            public Node read(BodyReader in) {
                Node node = new Node("late");
                node.extra = in.readObject();
                return node;
            }
        });
        Node node = new Node("late");
        node.extra = node;

        assertThatThrownBy(() -> late.decode(late.encode(node), Node.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("announce it before its parts are read");
        node.extra = "fine";
        assertThat(late.decode(late.encode(node), Node.class).extra).isEqualTo("fine");
    }

    @Test
    void everyKindOfValueComesBack() {
        Codec codec = with(new CustomCodec<>() {
            @Override
            public void write(Node value, BodyWriter out) {
                out.writeBoolean(true);
                out.writeByte(-1);
                out.writeChar('\uffff');
                out.writeInt(Integer.MIN_VALUE);
                out.writeLong(Long.MAX_VALUE);
                out.writeFloat(-0.5f);
                out.writeDouble(1e300);
                out.writeString(null);
                out.writeString("\ud800 lone");
                out.writeBytes(null);
                out.writeBytes(new byte[] {1, 2});
                out.writeObject(null);
                out.writeString("");
            }

            @Override
            public Node read(BodyReader in) {
                assertThat(in.readBoolean()).isTrue();
                assertThat(in.readByte()).isEqualTo((byte) -1);
                assertThat(in.readChar()).isEqualTo('\uffff');
                assertThat(in.readInt()).isEqualTo(Integer.MIN_VALUE);
                assertThat(in.readLong()).isEqualTo(Long.MAX_VALUE);
                assertThat(in.readFloat()).isEqualTo(-0.5f);
                assertThat(in.readDouble()).isEqualTo(1e300);
                assertThat(in.readString()).isNull();
                assertThat(in.readString()).isEqualTo("\ud800 lone");
                assertThat(in.readBytes()).isNull();
                assertThat(in.readBytes()).containsExactly(1, 2);
                assertThat(in.readObject()).isNull();
                assertThat(in.hasMore()).isTrue();
                assertThat(in.readString()).isEmpty();
                assertThat(in.hasMore()).isFalse();
                return new Node("all");
            }
        });

        assertThat(codec.decode(codec.encode(new Node("all")), Node.class).name).isEqualTo("all");
    }

    @Test
    void whatALaterVersionAppendsIsSkippedByAnEarlierOne() {
        Codec later = with(new CustomCodec<>() {
            @Override
            public void write(Node value, BodyWriter out) {
                new NodeCodec().write(value, out);
                out.writeLong(7);
                out.writeObject(new ArrayList<>(List.of(value)));
                out.writeString("more");
            }

            @Override
            public Node read(BodyReader in) {
                Node node = new NodeCodec().read(in);
                if (in.hasMore()) {
                    node.extra = in.readLong();
                }
                return node;
            }
        });
        List<Node> nodes = new ArrayList<>(List.of(new Node("a"), new Node("b")));
        nodes.add(nodes.getFirst());

        List<?> earlier = NODES.decode(later.encode(nodes), List.class);

        assertThat(((Node) earlier.get(1)).name).isEqualTo("b");
        assertThat(earlier.get(2)).isSameAs(earlier.get(0));
        assertThat(((Node) later.decode(later.encode(nodes), List.class).get(0)).extra)
                .isEqualTo(7L);
        assertThat(later.decode(NODES.encode(new Node("old")), Node.class).extra)
                .isNull();
    }

    @Test
    void readingOtherwiseThanWrittenIsRefused() {
        List<CustomCodec<Node>> wrong = List.of(
                reading(in -> in.readObject()),
                reading(in -> {
                    in.readString();
                    in.readLong();
                }),
                reading(in -> in.readBytes()),
                reading(in -> {
                    in.readString();
                    in.readObject();
                    in.readObject();
                    in.readObject();
                }));
        byte[] bytes = NODES.encode(new Node("node"));
        for (CustomCodec<Node> codec : wrong) {
            assertThatThrownBy(() -> with(codec).decode(bytes, Node.class))
                    .isInstanceOf(DecodeException.class)
                    .hasMessageContaining("the stream is damaged");
        }
    }

    private static CustomCodec<Node> reading(java.util.function.Consumer<BodyReader> body) {
        return new CustomCodec<>() {
            @Override
            public void write(Node value, BodyWriter out) {
                throw new IllegalStateException("user error");
            }

            @Override
            public Node read(BodyReader in) {
                body.accept(in);
                return new Node("read");
            }
        };
    }

    @Test
    void errorOfTheCustomCodecNamesItsType() {
        Codec failing = with(reading(in -> {
            throw new IllegalStateException("user error");
        }));

        assertThatThrownBy(() -> failing.encode(new Node("x")))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("custom codec of class=" + Node.class.getName() + " failed")
                .hasRootCauseMessage("user error");
        assertThatThrownBy(() -> failing.decode(NODES.encode(new Node("x")), Node.class))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("custom codec of class=" + Node.class.getName() + " failed")
                .hasRootCauseMessage("user error");
    }

    @Test
    void failureOfAPartIsNotSwallowed() {
        Codec swallowing = with(new CustomCodec<>() {
            @Override
            public void write(Node value, BodyWriter out) {
                try {
                    out.writeObject(new Thread());
                } catch (EncodeException e) {
                    out.writeInt(1);
                }
            }

            @Override
            public Node read(BodyReader in) {
                return new Node("x");
            }
        });

        assertThatThrownBy(() -> swallowing.encode(new Node("x")))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("java.lang.Thread");
    }

    interface Shape {}

    record Circle(int radius) implements Shape {}

    record Square(int side) implements Shape {}

    private static final CustomCodec<Shape> SHAPES = new CustomCodec<>() {
        @Override
        public void write(Shape value, BodyWriter out) {
            out.writeBoolean(value instanceof Circle);
            out.writeInt(value instanceof Circle circle ? circle.radius() : ((Square) value).side());
        }

        @Override
        public Shape read(BodyReader in) {
            return in.readBoolean() ? new Circle(in.readInt()) : new Square(in.readInt());
        }
    };

    @Test
    void hierarchyIsWrittenUnderOneName() {
        Codec codec = Codec.builder().customTree(Shape.class, "shape", SHAPES).build();
        List<Shape> shapes = new ArrayList<>(List.of(new Circle(1), new Square(2)));
        byte[] bytes = codec.encode(shapes);

        assertThat(codec.decode(bytes, List.class)).isEqualTo(shapes);
    }

    @Test
    void bodiesAreSkippedAndKeptWithoutTheType() {
        Codec keeping = Codec.builder().unknownClasses(UnknownClasses.KEEP).build();
        Codec skipping = Codec.builder().unknownClasses(UnknownClasses.SKIP).build();
        Node node = new Node("kept");
        node.next.add(node);
        List<Object> list = new ArrayList<>(List.of(node, "last"));
        byte[] bytes = NODES.encode(list);

        assertThat(skipping.decode(bytes, List.class)).containsExactly(null, "last");
        assertThat(keeping.encode(keeping.decode(bytes, List.class))).isEqualTo(bytes);
    }

    static final class Worker {
        Thread thread;
    }

    record Job(Worker worker) {}

    @Test
    void checkLeavesTheFieldsToTheCustomCodec() {
        assertThatThrownBy(() -> Codec.standard().check(Job.class))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("path=Worker.thread");

        Codec.builder()
                .custom(Worker.class, new CustomCodec<>() {
                    @Override
                    public void write(Worker value, BodyWriter out) {
                        out.writeBoolean(value.thread != null);
                    }

                    @Override
                    public Worker read(BodyReader in) {
                        return new Worker();
                    }
                })
                .build()
                .check(Job.class);
    }

    @Test
    void builtInTypesKeepTheirForm() {
        assertThatThrownBy(() -> Codec.builder().custom(String.class, new CustomCodec<>() {
                    @Override
                    public void write(String value, BodyWriter out) {
                        out.writeString(value);
                    }

                    @Override
                    public String read(BodyReader in) {
                        return in.readString();
                    }
                }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("class=java.lang.String is built in");
    }
}
