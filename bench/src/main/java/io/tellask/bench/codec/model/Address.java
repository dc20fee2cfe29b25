package io.tellask.bench.codec.model;

import java.io.Serializable;

/** A postal address and where it is. */
public class Address implements Serializable {
    private static final long serialVersionUID = 1;

    public String street;
    public String city;
    public String postcode;
    public String country;
    public double latitude;
    public double longitude;
}
