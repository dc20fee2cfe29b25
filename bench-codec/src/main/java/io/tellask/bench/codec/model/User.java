package io.tellask.bench.codec.model;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Objects;

/** A user with friends. */
public class User implements Serializable {
    private static final long serialVersionUID = 1;

    public String name;
    public String pwd;
    public String email;
    public String city;
    public ArrayList<String> friends;

    @Override
    public boolean equals(Object other) {
        return other instanceof User that
                && Objects.equals(name, that.name)
                && Objects.equals(pwd, that.pwd)
                && Objects.equals(email, that.email)
                && Objects.equals(city, that.city)
                && Objects.equals(friends, that.friends);
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, pwd, email, city, friends);
    }
}
