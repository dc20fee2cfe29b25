package io.tellask.cli.hostile;

import io.tellask.actor.Promise;
import java.util.concurrent.Flow;

/** A contract whose actor invites abuse: everything that a peer can make an actor owe it. */
public interface TargetContract {
    /** What it is published as. */
    String NAME = "pit";

    /** Never answers. */
    Promise<String> never(String text);

    /** Never emits. */
    Flow.Publisher<String> silence(String text);

    /** Always fails, with the text in its message. */
    Promise<String> fail(String text);

    /** Hands out another actor of this kind, which lives until the peer releases it or leaves. */
    Promise<TargetContract> another();

    /** Takes any value that its codec takes. */
    Promise<String> take(Object value);

    /** Answers the same bytes. */
    Promise<byte[]> echo(byte[] bytes);
}
