package io.tellask.codec.text;

import io.tellask.codec.DataItem;
import io.tellask.codec.ObjectNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** What an object with hooks wrote by itself: a list for each part, with its items. */
final class DataSteps {
    private final TreeWriter writer;
    private final Deque<Runnable> steps = new ArrayDeque<>();

    DataSteps(TreeWriter writer, ObjectNode object) {
        this.writer = writer;
        steps.add(() -> writer.sink.name(Note.DATA));
        steps.add(() -> writer.sink.startList(object.data().size()));
        for (List<DataItem> part : object.data()) {
            steps.add(() -> writer.sink.startList(part.size()));
            part.forEach(this::add);
            steps.add(writer.sink::endList);
        }
        steps.add(writer.sink::endList);
    }

    private void add(DataItem item) {
        if (item instanceof DataItem.Fields) {
            steps.add(() -> writer.sink.text(Note.FIELDS));
            return;
        }
        steps.add(() -> writer.sink.startMap(1));
        if (item instanceof DataItem.Bytes run) {
            steps.add(() -> writer.sink.name(Note.BYTES));
            steps.add(() -> writer.sink.bytes(run.bytes()));
        } else if (item instanceof DataItem.Reference reference) {
            steps.add(() -> writer.sink.name(reference.unshared() ? Note.UNSHARED : Note.VALUE));
            steps.add(() -> writer.emit(reference.value(), Declared.ANY));
        }
        steps.add(writer.sink::endMap);
    }

    /** Whether there was one more step. */
    boolean next() {
        Runnable step = steps.pollFirst();
        if (step != null) {
            step.run();
        }
        return step != null;
    }
}
