package io.tellask.examples.cloud;

import java.util.List;

/** What becomes of a cloud. */
public sealed interface CloudEvent {
    /** All that there is. */
    record Whole(List<Word> words, List<String> people) implements CloudEvent {}

    /** A word is new, or has grown. */
    record Grown(Word word) implements CloudEvent {}

    /** A word has given way to a new one. */
    record Gone(String text) implements CloudEvent {}

    /** Somebody has entered. */
    record Entered(String name) implements CloudEvent {}

    /** Somebody has left. */
    record Left(String name) implements CloudEvent {}
}
