package org.nustaq.kontraktor.remoting.base;

import java.util.function.BiFunction;
import org.nustaq.kontraktor.Actor;

/**
 * Takes the place of Kontraktor's class of this name, being first on the class path: lets every call pass, where that one looks up the
 * annotations of the called method anew each time. It shows what the remoting itself costs; nobody should run a service with it.
 */
@SuppressWarnings("rawtypes") // as its user has it
public class RemoteCallInterceptor implements BiFunction<Actor, String, Boolean> {
    @Override
    public Boolean apply(Actor actor, String methodName) {
        return true;
    }
}
