package io.tellask.login;

import io.tellask.actor.Actor;
import io.tellask.actor.Promise;
import io.tellask.actor.StopReason;
import io.tellask.remote.Principal;
import io.tellask.remote.Session;
import io.tellask.text.SafeText;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Checks who a client is, and answers with a session actor of the client's own. Extend it, and implement the application's contract:
 *
 * <pre>{@code
 * final class ChatLoginActor extends LoginActor<ChatSession> implements ChatLogin {
 *     ChatLoginActor(PasswordCheck users, LoginOptions options) {
 *         super(ChatSession.class, users, who -> new ChatSessionActor(who.user()), options);
 *     }
 * }
 * }</pre>
 *
 * <p>Attempts are counted by address and by user before they are looked at. Passwords are checked on threads of its own, so it may run on an I/O
 * loop. Like every actor it is called by references, which are thread-safe.
 *
 * @param <S> the contract of the session actors
 */
public class LoginActor<S> extends Actor implements Login<S> {
    private static final Logger LOG = System.getLogger("io.tellask.login");

    private final Class<S> contract;
    private final PasswordCheck passwords;
    private final Function<LoggedIn, ? extends S> factory;
    private final LoginOptions options;
    private final CheckPool checks;
    private final LoginThrottle throttle;
    private final OpenSessions sessions;
    private final LoginTokens tokens;

    /**
     * A login without sessions yet.
     *
     * @param contract of the session actors
     * @param passwords knows the users
     * @param factory makes a session actor, as that actor, on the login's thread: it must not wait
     * @param options limits and habits
     */
    protected LoginActor(
            Class<S> contract, PasswordCheck passwords, Function<LoggedIn, ? extends S> factory, LoginOptions options) {
        this.contract = Objects.requireNonNull(contract, "contract");
        this.passwords = Objects.requireNonNull(passwords, "passwords");
        this.factory = Objects.requireNonNull(factory, "factory");
        this.options = Objects.requireNonNull(options, "options");
        checks = new CheckPool(options);
        throttle = new LoginThrottle(options);
        sessions = new OpenSessions(options);
        tokens = new LoginTokens(options);
    }

    @Override
    public Promise<S> login(String user, String password) {
        Session client = client();
        return refusing(client, user, false, () -> {
            String name = UserNames.require(Objects.requireNonNull(user, "user"), options.nameChars());
            int chars = Objects.requireNonNull(password, "password").length();
            if (chars == 0 || chars > PasswordFile.MOST_PASSWORD_CHARS) {
                throw new LoginException(
                        LoginException.Problem.WRONG_PASSWORD,
                        "password has " + chars + " characters, expected 1 to " + PasswordFile.MOST_PASSWORD_CHARS);
            }
            LoginThrottle.Attempt attempt = throttle.begin(client.peer(), name);
            return checked(attempt, () -> passwords.check(name, password)).thenApply(found -> {
                Principal principal = found.orElseThrow(() -> new LoginException(
                        LoginException.Problem.WRONG_PASSWORD, "no user has this name and password; check both"));
                throttle.takeBack(attempt);
                return open(new LoggedIn(principal, false, false, client), now(), null);
            });
        });
    }

    @Override
    public Promise<S> guest(String name) {
        Session client = client();
        return refusing(client, name, true, () -> {
            String checked = UserNames.require(Objects.requireNonNull(name, "name"), options.nameChars());
            if (options.guests() == null || !options.guests().test(checked)) {
                throw new LoginException(
                        LoginException.Problem.NO_GUEST, "the server takes no guest of this name; use another one");
            }
            return Promise.of(open(new LoggedIn(Principal.of(checked), true, false, client), now(), null));
        });
    }

    @Override
    public Promise<S> resume(String token) {
        Session client = client();
        return refusing(client, "", false, () -> {
            Objects.requireNonNull(token, "token");
            LoginThrottle.Attempt attempt = throttle.begin(client.peer(), null);
            LoginTokens.Taken taken = tokens.take(token);
            if (taken == null) {
                throw badToken();
            }
            if (taken.login().isGuest()) {
                throttle.takeBack(attempt);
                return Promise.of(goOn(taken, taken.login().principal(), client));
            }
            return checked(attempt, () -> passwords.again(taken.login().principal()))
                    .thenApply(found -> {
                        Principal principal = found.orElseThrow(LoginActor::badToken);
                        throttle.takeBack(attempt);
                        return goOn(taken, principal, client);
                    });
        });
    }

    private static LoginException badToken() {
        return new LoginException(
                LoginException.Problem.BAD_TOKEN, "the token is not known, was used, or is over; log in by password");
    }

    @Override
    public Promise<String> token(S session) {
        return Promise.of(tokens.next(sessions.require(session, client())));
    }

    @Override
    public Promise<Void> logout(S session) {
        end(sessions.require(session, client()), LoginEvent.Kind.LOGGED_OUT);
        return Promise.of(null);
    }

    private static Session client() {
        return Session.current()
                .orElseThrow(() -> new LoginException(
                        LoginException.Problem.NO_CLIENT,
                        "the caller is no client of a server; call by a reference that was looked up"));
    }

    private long now() {
        return options.nanoTime().getAsLong();
    }

    /** Makes a check on another thread; one that could not be made is not counted as an attempt. */
    private Promise<Optional<Principal>> checked(LoginThrottle.Attempt attempt, Callable<Optional<Principal>> check) {
        Promise<Optional<Principal>> verdict = new Promise<>();
        if (!checks.run(verdict, check)) {
            throttle.takeBack(attempt);
            throw new LoginException(
                    LoginException.Problem.BUSY,
                    "checks waiting=" + options.checksWaiting() + " >= checksWaiting; try again soon");
        }
        return verdict;
    }

    /** Tells the listener of a login that is refused, now or later. */
    private Promise<S> refusing(Session client, @Nullable String user, boolean guest, Callable<Promise<S>> login) {
        Promise<S> answer;
        try {
            answer = login.call();
        } catch (RuntimeException refused) {
            tell(LoginEvent.Kind.REFUSED, user, guest, client);
            throw refused;
        } catch (Exception e) {
            throw new IllegalStateException("login: a refusal is unchecked", e);
        }
        return answer.whenComplete((_, failure) -> {
            if (failure != null) {
                tell(LoginEvent.Kind.REFUSED, user, guest, client);
            }
        });
    }

    private S goOn(LoginTokens.Taken taken, Principal principal, Session client) {
        OpenSession before = taken.open();
        if (before != null && before.isOver) {
            throw badToken(); // while its user was looked up
        }
        return open(
                new LoggedIn(principal, taken.login().isGuest(), true, client),
                taken.login().loginNanos(),
                before == null || before.ended ? null : before);
    }

    private S open(LoggedIn who, long loginNanos, @Nullable OpenSession leaving) {
        OpenSession next = new OpenSession(who, loginNanos);
        OpenSession replaced = sessions.makeRoom(next, leaving);
        S reference = who.session()
                .spawn(
                        contract,
                        () -> factory.apply(who),
                        options.spawn(),
                        options.idleTime(),
                        reason -> stopped(next, reason));
        sessions.add(next, reference);
        if (replaced != null) {
            end(replaced, LoginEvent.Kind.REPLACED);
        }
        tell(who.isResumed() ? LoginEvent.Kind.RESUMED : LoginEvent.Kind.LOGGED_IN, next);
        return reference;
    }

    /** Ends a session for good. */
    private void end(OpenSession session, LoginEvent.Kind why) {
        makeVoid(session);
        if (sessions.remove(session)) {
            system().stop(Objects.requireNonNull(session.reference, "reference"));
            tell(why, session);
        }
    }

    /** The session actor has stopped, for whatever reason. */
    private void stopped(OpenSession session, StopReason reason) {
        if (!sessions.remove(session)) {
            return;
        }
        LoginEvent.Kind why = switch (reason) {
            case IDLE -> LoginEvent.Kind.EXPIRED;
            case SESSION_ENDED -> session.client().isOpen() ? LoginEvent.Kind.LOGGED_OUT : LoginEvent.Kind.DISCONNECTED;
            case REQUESTED, SYSTEM_CLOSED, FAILED, RESTARTED, PARENT_STOPPED, UNREACHABLE -> LoginEvent.Kind.STOPPED;
        };
        if (why == LoginEvent.Kind.DISCONNECTED) {
            tokens.ended(session);
        } else {
            makeVoid(session);
        }
        tell(why, session);
    }

    /** Nobody logs in by a token of the session any more, nor by one that is looked at. */
    private void makeVoid(OpenSession session) {
        session.isOver = true;
        tokens.forget(session);
    }

    private void tell(LoginEvent.Kind kind, OpenSession session) {
        tell(kind, session.principal().name(), session.who.isGuest(), session.client());
    }

    private void tell(LoginEvent.Kind kind, @Nullable String user, boolean guest, Session client) {
        try {
            options.listener().accept(new LoginEvent(kind, SafeText.of(user), guest, SafeText.of(client.peer())));
        } catch (Throwable failure) { // the application's own
            LOG.log(Level.WARNING, "a listener to logins failed", failure);
        }
    }

    /** Ends the threads that check passwords. */
    @Override
    protected void onStop(StopReason reason) {
        checks.close();
    }
}
