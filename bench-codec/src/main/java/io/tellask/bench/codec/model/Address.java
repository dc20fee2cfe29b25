package io.tellask.bench.codec.model;

import java.io.Serializable;
import java.util.Objects;

/** A postal address and where it is. */
public class Address implements Serializable {
    private static final long serialVersionUID = 1;

    public String street;
    public String city;
    public String postcode;
    public String country;
    public double latitude;
    public double longitude;

    @Override
    public boolean equals(Object other) {
        return other instanceof Address that
                && Objects.equals(street, that.street)
                && Objects.equals(city, that.city)
                && Objects.equals(postcode, that.postcode)
                && Objects.equals(country, that.country)
                && Double.compare(latitude, that.latitude) == 0
                && Double.compare(longitude, that.longitude) == 0;
    }

    @Override
    public int hashCode() {
        return Objects.hash(street, city, postcode, country, latitude, longitude);
    }
}
