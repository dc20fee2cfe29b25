package io.tellask.remote.session;

import io.tellask.remote.CallOutcome;
import io.tellask.remote.IncomingCall;
import io.tellask.text.SafeText;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/**
 * What sessions tell the JDK's Flight Recorder, where the runtime has one: else no class of it is looked for. Thread-safe.
 *
 * <p>No class of an event is touched before the process has begun its first recording: the first one has the recorder read its metadata, which
 * takes tenths of a second.
 *
 * <p>Calls are only looked at while a recording wants them; then each costs an entry here until it ends, which its session's memory counts.
 */
final class FlightEvents {
    /** What the record of a call takes that has not ended. */
    static final int CALL_BYTES = 128;

    private static final Logger LOG = System.getLogger("io.tellask.remote");
    private static final boolean PRESENT =
            ModuleLayer.boot().findModule("jdk.jfr").isPresent();
    private static final Map<IncomingCall, SlowCallEvent> CALLS = new ConcurrentHashMap<>();

    private FlightEvents() {}

    /** Whether a recording wants calls. */
    static boolean wantCalls() {
        return isUsed() && SlowCallEvent.isOn();
    }

    /** Whether the process has begun a recording, now or before. */
    private static boolean isUsed() {
        return PRESENT && FlightRecorder.isInitialized();
    }

    /** A call has come. */
    static void began(IncomingCall call) {
        SlowCallEvent event = new SlowCallEvent();
        event.begin();
        CALLS.put(call, event);
    }

    /** A call has ended; whether its beginning was noted. */
    static boolean ended(IncomingCall call, @Nullable Throwable failure) {
        SlowCallEvent event = isUsed() && !CALLS.isEmpty() ? CALLS.remove(call) : null;
        if (event == null) {
            return false;
        }
        event.end();
        if (event.shouldCommit()) {
            event.contract = call.contract().getName();
            event.method = call.method();
            event.peer = call.peer();
            event.principal = SafeText.of(call.principal().name());
            event.outcome = CallOutcome.of(failure).word();
            event.commit();
        }
        return true;
    }

    /** A thread is about to wait within a call; null where nobody wants to know. */
    static @Nullable Object beginWait() {
        if (!isUsed()) {
            return null;
        }
        CreditWaitEvent event = new CreditWaitEvent();
        if (!event.isEnabled()) {
            return null;
        }
        event.begin();
        return event;
    }

    /** The thread waits no longer. Throws nothing: what was granted to it must be taken. */
    static void endWait(Object begun, String peer, WaitingCallers.@Nullable Outcome outcome) {
        try {
            CreditWaitEvent event = (CreditWaitEvent) begun;
            event.end();
            if (event.shouldCommit()) {
                event.peer = peer;
                event.outcome = outcome == null ? "interrupted" : outcome.name().toLowerCase(Locale.ROOT);
                event.commit();
            }
        } catch (Throwable notRecorded) { // for want of memory or stack
            LOG.log(Level.DEBUG, "a wait of a caller of {0} was not recorded: {1}", peer, notRecorded);
        }
    }

    /** A session has lost its connection; null where nobody wants to know. */
    static @Nullable Object disconnected() {
        if (!isUsed()) {
            return null;
        }
        DisconnectionEvent event = new DisconnectionEvent();
        if (!event.isEnabled()) {
            return null;
        }
        event.begin();
        return event;
    }

    /** The session goes on, or is lost. */
    static void connectedAgain(Object begun, Endpoint endpoint, String cause) {
        DisconnectionEvent event = (DisconnectionEvent) begun;
        event.end();
        if (event.shouldCommit()) {
            event.peer = endpoint.peer();
            event.side = side(endpoint);
            event.outcome = endpoint.isEnded() ? "lost" : "resumed";
            event.cause = cause;
            event.commit();
        }
    }

    private static String side(Endpoint endpoint) {
        return endpoint.isOpener() ? "client" : "server";
    }

    /** A session has ended. */
    static void sessionEnded(Endpoint endpoint, @Nullable RuntimeException reason) {
        if (isUsed()) {
            SessionEndEvent event = new SessionEndEvent();
            if (event.shouldCommit()) {
                event.peer = endpoint.peer();
                event.side = side(endpoint);
                event.introduced = endpoint.isIntroduced();
                event.reason = reason == null ? "" : String.valueOf(reason.getMessage());
                event.commit();
            }
        }
    }
}
