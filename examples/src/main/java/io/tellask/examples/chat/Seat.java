package io.tellask.examples.chat;

import java.util.concurrent.Flow;

/** The contract of a seat: who holds it speaks under its name. */
public interface Seat {
    void say(String text);

    /** What is said in the room from now on. */
    Flow.Publisher<Line> listen();
}
