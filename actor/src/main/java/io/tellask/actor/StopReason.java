package io.tellask.actor;

/** Why an actor stops; handed to {@link Actor#onStop}. */
public enum StopReason {
    /** Somebody called {@link ActorSystem#stop}. */
    REQUESTED,
    /** The system closes. */
    SYSTEM_CLOSED,
    /** The remote session that the actor belonged to ended, or its last reference was released. */
    SESSION_ENDED,
    /** The remote session that the actor belongs to did not call it for the time that it was given. */
    IDLE
}
