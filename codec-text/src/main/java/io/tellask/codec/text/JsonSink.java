package io.tellask.codec.text;

import java.math.BigDecimal;
import java.math.BigInteger;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;

/**
 * JSON that JavaScript reads without loss: integers beyond 2^53, exact decimals and what is no number are strings.
 */
final class JsonSink implements TreeSink {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .streamWriteConstraints(StreamWriteConstraints.builder()
                    .maxNestingDepth(Integer.MAX_VALUE)
                    .build())
            .build();
    private static final DefaultIndenter INDENT = new DefaultIndenter("  ", "\n");
    private static final PrettyPrinter PRETTY = new DefaultPrettyPrinter(Separators.createDefaultInstance()
                    .withObjectNameValueSpacing(Separators.Spacing.AFTER)
                    .withObjectEmptySeparator("")
                    .withArrayEmptySeparator(""))
            .withObjectIndenter(INDENT)
            .withArrayIndenter(INDENT);

    private final Utf8Output out;
    private final JsonGenerator json;

    JsonSink(int maxBytes, boolean pretty) {
        out = new Utf8Output(maxBytes);
        json = FACTORY.createGenerator(pretty ? new Pretty() : ObjectWriteContext.empty(), out);
    }

    byte[] finish() {
        json.close();
        return out.toByteArray();
    }

    @Override
    public boolean isNative() {
        return false;
    }

    @Override
    public boolean isNatural(Object value) {
        return switch (value) {
            case Double number -> Double.isFinite(number);
            case Long number -> number != number.intValue() && Numbers.isSafe(number);
            default -> value instanceof String || value instanceof Boolean || value instanceof Integer;
        };
    }

    @Override
    public boolean takes(String text) {
        return true;
    }

    @Override
    public void startMap(int entries) {
        json.writeStartObject();
    }

    @Override
    public void name(String name) {
        json.writeName(name);
    }

    @Override
    public void endMap() {
        json.writeEndObject();
    }

    @Override
    public void startList(int elements) {
        json.writeStartArray();
    }

    @Override
    public void endList() {
        json.writeEndArray();
    }

    @Override
    public void share() {
        throw new IllegalStateException("sharing in JSON is a property of the object");
    }

    @Override
    public void reference(int shared) {
        json.writeStartObject();
        json.writeName(Note.REFERENCE);
        json.writeNumber(shared);
        json.writeEndObject();
    }

    @Override
    public void text(String value) {
        json.writeString(value);
    }

    @Override
    public void integer(long value) {
        if (Numbers.isSafe(value)) {
            json.writeNumber(value);
        } else {
            json.writeString(Long.toString(value));
        }
    }

    @Override
    public void decimal(double value) {
        if (Double.isFinite(value)) {
            json.writeNumber(value);
        } else {
            json.writeString(Double.toString(value));
        }
    }

    @Override
    public void single(float value) {
        if (Float.isFinite(value)) {
            json.writeNumber(value);
        } else {
            json.writeString(Float.toString(value));
        }
    }

    @Override
    public void bigInteger(BigInteger value) {
        json.writeString(value.toString());
    }

    @Override
    public void bigDecimal(BigDecimal value) {
        json.writeString(value.toString());
    }

    @Override
    public void flag(boolean value) {
        json.writeBoolean(value);
    }

    @Override
    public void nil() {
        json.writeNull();
    }

    @Override
    public void bytes(byte[] value) {
        json.writeBinary(value);
    }

    /** Tells Jackson to lay out what it writes. */
    private static final class Pretty extends ObjectWriteContext.Base {
        @Override
        public PrettyPrinter getPrettyPrinter() {
            return ((DefaultPrettyPrinter) PRETTY).createInstance();
        }

        @Override
        public boolean hasPrettyPrinter() {
            return true;
        }
    }
}
