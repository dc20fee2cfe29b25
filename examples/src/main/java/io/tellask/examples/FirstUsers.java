package io.tellask.examples;

import io.tellask.remote.Spore;
import java.util.List;

/**
 * A spore: the first users whose id begins with a prefix, then stop. The server looks at no record after the last one that is wanted.
 *
 * @param prefix how the ids begin
 * @param count how many are wanted
 * @param found what was emitted so far; empty when sent
 */
public record FirstUsers(String prefix, int count, List<String> found) implements Spore<User, User> {
    @Override
    public void accept(User user, Output<User> out) {
        if (user.uid().startsWith(prefix)) {
            found.add(user.uid());
            out.emit(user);
        }
        if (found.size() == count) {
            out.stop();
        }
    }
}
