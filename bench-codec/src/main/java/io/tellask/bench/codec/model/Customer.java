package io.tellask.bench.codec.model;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;

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

    @Override
    public boolean equals(Object other) {
        return super.equals(other)
                && other instanceof Customer that
                && Objects.equals(name, that.name)
                && Objects.equals(email, that.email)
                && Objects.equals(segment, that.segment)
                && Objects.equals(since, that.since)
                && Objects.equals(billing, that.billing)
                && Objects.equals(shipping, that.shipping)
                && Objects.equals(tags, that.tags)
                && Objects.equals(attributes, that.attributes);
    }

    @Override
    public int hashCode() {
        return Objects.hash(
                super.hashCode(), name, email, segment.ordinal(), since, billing, shipping, tags, attributes);
    }
}
