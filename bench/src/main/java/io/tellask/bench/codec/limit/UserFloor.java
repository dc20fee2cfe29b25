package io.tellask.bench.codec.limit;

import io.tellask.bench.codec.model.User;
import java.util.ArrayList;

/** A user whose strings are Latin-1: four strings, the number of friends in a byte, their names. */
final class UserFloor extends Floor {
    UserFloor() {
        super(1_024);
    }

    @Override
    public int encode(Object value) {
        User user = (User) value;
        byte[] bytes = buffer;
        int at = putString(bytes, 0, user.name);
        at = putString(bytes, at, user.pwd);
        at = putString(bytes, at, user.email);
        at = putString(bytes, at, user.city);
        ArrayList<String> friends = user.friends;
        int count = friends.size();
        bytes[at++] = (byte) count;
        for (int i = 0; i < count; i++) {
            at = putString(bytes, at, friends.get(i));
        }
        length = at;
        return at;
    }

    @Override
    public Object decode(byte[] bytes) {
        User user = new User();
        user.name = stringAt(bytes, 0);
        int at = behindString(bytes, 0);
        user.pwd = stringAt(bytes, at);
        at = behindString(bytes, at);
        user.email = stringAt(bytes, at);
        at = behindString(bytes, at);
        user.city = stringAt(bytes, at);
        at = behindString(bytes, at);
        int count = bytes[at++];
        ArrayList<String> friends = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            friends.add(stringAt(bytes, at));
            at = behindString(bytes, at);
        }
        user.friends = friends;
        return user;
    }
}
