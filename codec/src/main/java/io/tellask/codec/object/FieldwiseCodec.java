package io.tellask.codec.object;

import io.tellask.codec.graph.FailurePath;
import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.schema.ClassShape;
import io.tellask.codec.schema.ClassShape.Member;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The codec of a class or record that calls one handle per field: what generated code does, only slower; for classes
 * too large to generate.
 */
public final class FieldwiseCodec extends ObjectCodec {
    public FieldwiseCodec(ClassShape shape, int ordinal) {
        super(shape, ordinal);
    }

    @Override
    public void write(GraphWriter out, Object value) {
        FieldParts.write(shape, out, value);
    }

    /** Writes fields whose values were read before, by their names on the wire. */
    public static void writeValues(ClassShape shape, GraphWriter graph, Map<String, @Nullable Object> values) {
        FieldValues.Output fields = new FieldValues.Output(shape.flagCount());
        int index = 0;
        try {
            for (; index < shape.members().size(); index++) {
                Member member = shape.members().get(index);
                fields.write(graph, member.kind(), values.get(member.name()));
            }
        } catch (Throwable e) {
            throw FailurePath.writing(e, shape, index);
        }
    }

    @Override
    public Object read(GraphReader in) {
        return readFields(in);
    }
}
