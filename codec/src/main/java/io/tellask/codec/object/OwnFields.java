package io.tellask.codec.object;

import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.schema.ClassShape;
import io.tellask.codec.schema.Descriptor;
import io.tellask.codec.schema.EvolvedShape;

/** How the fields that a class and its superclasses declare are written, and read into an object that exists. */
interface OwnFields {
    ClassShape shape();

    void write(GraphWriter out, Object value);

    void readInto(GraphReader in, Object object);

    /** The same fields as another version of the class is written. */
    OwnFields writtenAs(Descriptor remote);

    /** Fields that handles reach. */
    record Open(ClassShape shape, ClassShape written) implements OwnFields {
        Open(ClassShape shape) {
            this(shape, shape);
        }

        @Override
        public void write(GraphWriter out, Object value) {
            FieldParts.write(shape, out, value);
        }

        @Override
        public void readInto(GraphReader in, Object object) {
            FieldParts.readInto(written, in, object);
        }

        @Override
        public OwnFields writtenAs(Descriptor remote) {
            return new Open(shape, EvolvedShape.of(shape, remote));
        }
    }
}
