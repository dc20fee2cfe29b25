package io.tellask.bench.codec.model;

import java.io.Serializable;
import java.util.ArrayList;

/** A user with friends. */
public class User implements Serializable {
    private static final long serialVersionUID = 1;

    public String name;
    public String pwd;
    public String email;
    public String city;
    public ArrayList<String> friends;
}
