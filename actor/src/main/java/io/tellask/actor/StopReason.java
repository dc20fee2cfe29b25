package io.tellask.actor;

/** Why an actor stops; handed to {@link Actor#onStop} and told to those who {@linkplain ActorSystem#watch watch} it. */
public enum StopReason {
    /** Somebody called {@link ActorSystem#stop}. */
    REQUESTED,
    /** The system closes. */
    SYSTEM_CLOSED,
    /** Its code failed, and its {@link Supervision} says so. */
    FAILED,
    /** Its code failed: the object stops, and another one takes its place as the actor. */
    RESTARTED,
    /** Its parent stops, or is made again. */
    PARENT_STOPPED,
    /** The remote session that the actor belonged to ended, or its last reference was released. */
    SESSION_ENDED,
    /** The remote session that the actor belongs to did not call it for the time that it was given. */
    IDLE,
    /** Told to those alone who {@linkplain ActorSystem#watch watch}: the session with the actor's process has ended for good, and the actor may live there. */
    UNREACHABLE
}
