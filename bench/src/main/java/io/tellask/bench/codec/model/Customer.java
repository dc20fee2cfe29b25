package io.tellask.bench.codec.model;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;

/** A customer; the e-mail address and the shipping address may be missing. */
public class Customer extends Entity {
    private static final long serialVersionUID = 1;

    public String name;
    public String email;
    public Segment segment;
    public LocalDate since;
    public Address billing;
    public Address shipping;
    public List<String> tags;
    public Map<String, String> attributes;
}
