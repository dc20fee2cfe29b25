package io.tellask.actor.pattern;

/** What is told to those who are called through routers and topics. */
public interface Notes {
    void note(int number);
}
