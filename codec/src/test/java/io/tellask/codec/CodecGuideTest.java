package io.tellask.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The code of {@code docs/CODEC.md}, compiled and run; each of the page's Java blocks stands in this file, word for word. */
class CodecGuideTest {
    record Line(String product, int count) {}

    static class Order implements Serializable {
        private final String customer;
        private final List<Line> lines = new ArrayList<>();
        Order previous;
        Object note;

        Order(String customer) {
            this.customer = customer;
        }
    }

    record Note(String text) {}

    @Test
    void firstMessage() {
        Order order = new Order("ada");
        Codec codec = Codec.standard();
        byte[] bytes = codec.encode(order);
        Order back = codec.decode(bytes, Order.class);

        assertThat(back.customer).isEqualTo("ada");
    }

    @Test
    void grants() {
        Codec codec = Codec.builder()
                .allow(Note.class)
                .allowPackage("com.example.model")
                .allowTree("com.example.events")
                .build();
        Order order = new Order("ada");
        order.note = new Note("urgent");

        assertThat(codec.decode(codec.encode(order), Order.class).note).isEqualTo(new Note("urgent"));
        assertThatThrownBy(() -> Codec.standard().encode(order)).isInstanceOf(EncodeException.class);
    }

    @Test
    void genericTypes() {
        Codec codec = Codec.standard();
        Order order = new Order("ada");
        order.lines.add(new Line("tea", 3));

        TypeOf<List<Line>> lines = new TypeOf<>() {};
        byte[] bytes = codec.encode(order.lines, lines.type());
        List<Line> back = codec.decode(bytes, lines);

        assertThat(back).containsExactly(new Line("tea", 3));
    }

    @FormerName("com.example.shop.Buyer")
    record Customer(@FormerName("surname") String name, long id, Standing standing) {}

    enum Standing {
        @FormerName("NORMAL")
        REGULAR,
        GOLD,
        @DefaultConstant
        OTHER
    }

    record OldCustomer(int id, String surname) {}

    @Test
    void renames() {
        Codec codec = Codec.builder()
                .rename("com.example.crm.Client", Customer.class)
                .unknownClasses(UnknownClasses.KEEP)
                .build();
        assertThat(codec.decode(codec.encode(new Customer("ada", 1, Standing.GOLD)), Customer.class))
                .isEqualTo(new Customer("ada", 1, Standing.GOLD));

        Codec renaming = Codec.builder()
                .rename(OldCustomer.class.getName(), Customer.class)
                .build();
        assertThat(renaming.decode(renaming.encode(new OldCustomer(7, "byron")), Customer.class))
                .isEqualTo(new Customer("byron", 7, null));
    }

    @Test
    void sessions() {
        Codec codec = Codec.standard();
        ScopedDecoder decoder = codec.newScopedDecoder();
        ScopedEncoder encoder =
                codec.newScopedEncoder((id, description) -> decoder.learn(id, new ByteReader(description)));
        ByteWriter out = new ByteWriter(64);
        encoder.encode(new Line("tea", 3), Line.class, out);
        Line line = (Line) decoder.decode(new ByteReader(out.toByteArray()), Line.class);

        assertThat(line).isEqualTo(new Line("tea", 3));
        int described = out.position();
        encoder.encode(new Line("jam", 1), Line.class, out);
        assertThat(out.position() - described).isEqualTo(described);
    }

    static final class PatternCodec implements CustomCodec<Pattern> {
        @Override
        public void write(Pattern value, BodyWriter out) {
            out.writeString(value.pattern());
            out.writeInt(value.flags());
        }

        @Override
        public Pattern read(BodyReader in) {
            return Pattern.compile(in.readString(), in.readInt());
        }
    }

    @Test
    void customCodecs() {
        Codec codec = Codec.builder().custom(Pattern.class, new PatternCodec()).build();

        assertThat(codec.decode(codec.encode(Pattern.compile("a+")), Pattern.class))
                .hasToString("a+");
    }

    @Test
    void callersBuffers() {
        Codec codec = Codec.standard();
        Order order = new Order("ada");
        byte[] buffer = new byte[8];
        int length;
        try {
            length = codec.encode(order, buffer, 0);
        } catch (TargetTooSmallException e) {
            buffer = Arrays.copyOf(buffer, e.neededBytes());
            length = codec.encode(order, buffer, 0);
        }
        Order back = codec.decode(buffer, 0, length, Order.class);

        assertThat(back.customer).isEqualTo("ada");
        assertThat(codec.decode(MemorySegment.ofArray(buffer), Order.class).customer)
                .isEqualTo("ada");
    }

    @Test
    void streams() throws IOException {
        Codec codec = Codec.standard();
        List<Order> orders = List.of(new Order("ada"), new Order("grace"));
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        OutputStream target = file;
        try (GraphOutput out = codec.newGraphOutput(target)) {
            for (Order order : orders) {
                out.write(order);
            }
        }
        InputStream source = new ByteArrayInputStream(file.toByteArray());
        List<String> customers = new ArrayList<>();
        try (GraphInput in = codec.newGraphInput(source)) {
            while (in.hasNext()) {
                Order order = in.read(Order.class);
                customers.add(order.customer);
            }
        }
        assertThat(customers).containsExactly("ada", "grace");
    }

    @Test
    void longGraphs() throws IOException {
        Codec streaming = Codec.builder()
                .trackReferences(false)
                .limits(CodecLimits.standard()
                        .withStreamedBytes(4L << 30)
                        .withObjects(100_000_000)
                        .withArraySlots(100_000_000))
                .build();
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (GraphOutput out = streaming.newGraphOutput(file)) {
            out.write(new byte[70 << 20]);
        }

        assertThat(streaming
                        .newGraphInput(new ByteArrayInputStream(file.toByteArray()))
                        .read(byte[].class))
                .hasSize(70 << 20);
    }

    @Test
    void copies() {
        Codec codec = Codec.standard();
        Order order = new Order("ada");
        order.previous = order;
        Order copy = codec.copy(order);

        assertThat(copy).isNotSameAs(order);
        assertThat(copy.previous).isSameAs(copy);
        assertThat(copy.customer).isSameAs(order.customer);
    }

    @Test
    void descriptions() {
        Codec codec = Codec.builder().allow(Note.class).build();
        byte[] bytes = codec.encode(new Note("urgent"));
        ObjectNode node = (ObjectNode) Codec.standard().describe(bytes);
        String className = node.className();
        Object text = node.value(0);

        assertThat(className).isEqualTo(Note.class.getName());
        assertThat(text).isEqualTo("urgent");
        assertThat(node.description().indexOf("text")).isZero();
    }

    @Test
    void errors() {
        Order order = new Order("ada");
        order.note = List.of("fine", new Thread());
        assertThatThrownBy(() -> Codec.standard().encode(order))
                .isInstanceOf(EncodeException.class)
                .extracting(failure -> ((EncodeException) failure).path())
                .isEqualTo("CodecGuideTest$Order.note[1]");
    }

    @Test
    void everyJavaBlockOfThePageStandsHere() throws IOException {
        String page = Files.readString(Path.of("../docs/CODEC.md"));
        String here = words(Files.readString(Path.of("src/test/java/io/tellask/codec/CodecGuideTest.java")));
        List<String> blocks = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL)
                .matcher(page)
                .results()
                .map((MatchResult block) -> block.group(1))
                .toList();
        assertThat(blocks).hasSizeGreaterThan(6);
        for (String block : blocks) {
            assertThat(here).contains(words(block));
        }
    }

    @Test
    void everySnippetOfTheJavadocStandsHere() throws IOException {
        String here = words(Files.readString(Path.of("src/test/java/io/tellask/codec/CodecGuideTest.java")));
        for (String name : List.of("Codec", "CodecBuilder", "TypeOf", "ObjectNode")) {
            String source = Files.readString(Path.of("src/main/java/io/tellask/codec/" + name + ".java"));
            List<String> snippets = Pattern.compile("\\{@snippet :\\n(.*?)\\n \\* }", Pattern.DOTALL)
                    .matcher(source)
                    .results()
                    .map((MatchResult snippet) -> snippet.group(1).replaceAll("(?m)^ \\* ", ""))
                    .toList();
            assertThat(snippets).as(name).isNotEmpty();
            for (String snippet : snippets) {
                assertThat(here).as(name).contains(words(snippet));
            }
        }
    }

    private static String words(String code) {
        return code.strip().replaceAll("\\s+", " ");
    }
}
