package io.tellask.browser;

import io.tellask.actor.Actor;
import io.tellask.actor.Promise;
import io.tellask.login.Login;
import io.tellask.login.LoginActor;
import io.tellask.login.LoginOptions;
import io.tellask.login.PasswordCheck;
import java.util.ArrayList;
import java.util.List;

/** What somebody may do who has logged in to a page. */
public interface Diary {
    /** All lines of this session so far, and whose they are. */
    Promise<List<String>> write(String line);

    /** The way to it. */
    interface DiaryLogin extends Login<Diary> {}

    /** Gives each session a diary of its own. */
    final class DiaryLoginActor extends LoginActor<Diary> implements DiaryLogin {
        DiaryLoginActor(PasswordCheck users) {
            super(
                    Diary.class,
                    users,
                    who -> new DiaryActor(who.user()),
                    LoginOptions.builder().build());
        }
    }

    /** A diary in memory. */
    final class DiaryActor extends Actor implements Diary {
        private final String user;
        private final List<String> lines = new ArrayList<>();

        DiaryActor(String user) {
            this.user = user;
        }

        @Override
        public Promise<List<String>> write(String line) {
            lines.add(user + ": " + line);
            return Promise.of(List.copyOf(lines));
        }
    }
}
