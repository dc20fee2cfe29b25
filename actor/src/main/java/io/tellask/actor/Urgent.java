package io.tellask.actor;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method of a contract whose calls go ahead of those that wait in the actor's mailbox and are not marked: for control, such as pausing or asking how far
 * it is.
 *
 * <p>Such calls keep their order among each other, and have room of their own, {@link MailboxOptions#URGENT_MESSAGES}; one more is refused. After sixteen of them
 * one other message is handled, so that nothing waits for ever. The marks of the actor's process count. A call from another process comes
 * behind what its connection brought before, and not ahead if its arguments are so large that they are decoded in turn.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Urgent {}
