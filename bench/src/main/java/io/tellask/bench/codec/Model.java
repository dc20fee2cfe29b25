package io.tellask.bench.codec;

import java.io.Serializable;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;

/**
 * The objects of the codec comparison: plain classes with public fields, as an application would write them. Not null
 * marked, since a field that a codec fills has no initial value.
 */
@NullUnmarked
@SuppressWarnings("serial") // nothing is kept
public final class Model {
    private Model() {}

    /** A price update with the instrument nested in it. */
    public static class Price implements Serializable {
        public String symbol;
        public String exchange;
        public long instrumentId;
        public double bid;
        public double ask;
        public long bidQty;
        public long askQty;
        public long timestamp;
        public char type;
        public Instrument instrument;
    }

    /** What a price is of. */
    public static class Instrument implements Serializable {
        public String mnemonic;
        public long id;
        public String description;
    }

    /** The value of jvm-serializers: a medium and its images. */
    public static class MediaContent implements Serializable {
        public Media media;
        public List<Image> images;
    }

    /** A medium of jvm-serializers. */
    public static class Media implements Serializable {
        public String uri;
        public String title;
        public int width;
        public int height;
        public String format;
        public long duration;
        public long size;
        public int bitrate;
        public boolean hasBitrate;
        public List<String> persons;
        public Player player;
        public String copyright;
    }

    /** A picture of a medium. */
    public static class Image implements Serializable {
        public String uri;
        public String title;
        public int width;
        public int height;
        public ImageSize size;
    }

    /** What plays a medium. */
    public enum Player {
        JAVA,
        FLASH
    }

    /** How large an image is. */
    public enum ImageSize {
        SMALL,
        LARGE
    }

    /** A user with friends. */
    public static class User implements Serializable {
        public String name;
        public String pwd;
        public String email;
        public String city;
        public ArrayList<String> friends;
    }

    /** Business objects of several kinds. */
    public static class BusinessBatch implements Serializable {
        public List<Entity> entities;
    }

    /** What all business objects have. */
    public abstract static class Entity implements Serializable {
        public long id;
        public int version;
        public Instant changedAt;
    }

    /** A customer; the e-mail address and the shipping address may be missing. */
    public static class Customer extends Entity {
        public String name;
        public String email;
        public Segment segment;
        public LocalDate since;
        public Address billing;
        public Address shipping;
        public List<String> tags;
        public Map<String, String> attributes;
    }

    /** An order with its lines; the comment may be missing. */
    public static class Order extends Entity {
        public String number;
        public long customerId;
        public OrderState state;
        public LocalDate placedOn;
        public List<OrderLine> lines;
        public Address deliverTo;
        public String comment;
        public BigDecimal total;
        public Map<String, Long> loyaltyPoints;
    }

    /** One line of an order; the discount may be missing. */
    public static class OrderLine implements Serializable {
        public String sku;
        public String description;
        public int quantity;
        public BigDecimal unitPrice;
        public Integer discountPercent;
        public boolean gift;
    }

    /** How far an order has come. */
    public enum OrderState {
        PLACED,
        CONFIRMED,
        PACKED,
        SHIPPED,
        DELIVERED,
        CANCELLED
    }

    /** A payment of an order. */
    public static class Payment extends Entity {
        public long orderId;
        public BigDecimal amount;
        public String currency;
        public PaymentMethod method;
        public Instant receivedAt;
    }

    /** How a payment came in. */
    public enum PaymentMethod {
        CARD,
        TRANSFER,
        DIRECT_DEBIT,
        INVOICE
    }

    /** A shipment of an order; it may not have left yet. */
    public static class Shipment extends Entity {
        public long orderId;
        public double weightKilograms;
        public long[] parcelIds;
        public Instant leftAt;
        public Map<String, Instant> stations;
    }

    /** A postal address and where it is. */
    public static class Address implements Serializable {
        public String street;
        public String city;
        public String postcode;
        public String country;
        public double latitude;
        public double longitude;
    }

    /** What kind of customer. */
    public enum Segment {
        PRIVATE,
        BUSINESS,
        RESELLER,
        PUBLIC_SECTOR
    }
}
