package io.tellask.bench.codec.peers;

import com.google.protobuf.ByteString;
import io.tellask.bench.codec.model.Address;
import io.tellask.bench.codec.model.BusinessBatch;
import io.tellask.bench.codec.model.Customer;
import io.tellask.bench.codec.model.Entity;
import io.tellask.bench.codec.model.Order;
import io.tellask.bench.codec.model.OrderLine;
import io.tellask.bench.codec.model.OrderState;
import io.tellask.bench.codec.model.Payment;
import io.tellask.bench.codec.model.PaymentMethod;
import io.tellask.bench.codec.model.Segment;
import io.tellask.bench.codec.model.Shipment;
import io.tellask.bench.codec.peers.messages.AddressMessage;
import io.tellask.bench.codec.peers.messages.BusinessBatchMessage;
import io.tellask.bench.codec.peers.messages.CustomerMessage;
import io.tellask.bench.codec.peers.messages.DecimalMessage;
import io.tellask.bench.codec.peers.messages.EntityMessage;
import io.tellask.bench.codec.peers.messages.InstantMessage;
import io.tellask.bench.codec.peers.messages.OrderLineMessage;
import io.tellask.bench.codec.peers.messages.OrderMessage;
import io.tellask.bench.codec.peers.messages.PaymentMessage;
import io.tellask.bench.codec.peers.messages.ShipmentMessage;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;

/** Business objects to protobuf messages and back. */
final class BusinessMessages {
    private static final Segment[] SEGMENTS = Segment.values();
    private static final OrderState[] STATES = OrderState.values();
    private static final PaymentMethod[] METHODS = PaymentMethod.values();

    private BusinessMessages() {}

    static BusinessBatchMessage message(BusinessBatch batch) {
        BusinessBatchMessage.Builder message = BusinessBatchMessage.newBuilder();
        for (Entity entity : batch.entities) {
            message.addEntities(message(entity));
        }
        return message.build();
    }

    private static EntityMessage message(Entity entity) {
        EntityMessage.Builder message = EntityMessage.newBuilder()
                .setId(entity.id)
                .setVersion(entity.version)
                .setChangedAt(message(entity.changedAt));
        switch (entity) {
            case Customer customer -> message.setCustomer(message(customer));
            case Order order -> message.setOrder(message(order));
            case Payment payment -> message.setPayment(message(payment));
            case Shipment shipment -> message.setShipment(message(shipment));
            default ->
                throw new IllegalArgumentException(
                        "no message: class=" + entity.getClass().getSimpleName());
        }
        return message.build();
    }

    private static CustomerMessage message(Customer customer) {
        CustomerMessage.Builder message = CustomerMessage.newBuilder()
                .setName(customer.name)
                .setSegment(customer.segment.ordinal())
                .setSinceEpochDay(customer.since.toEpochDay())
                .setBilling(message(customer.billing))
                .addAllTags(customer.tags)
                .putAllAttributes(customer.attributes);
        if (customer.email != null) {
            message.setEmail(customer.email);
        }
        if (customer.shipping != null) {
            message.setShipping(message(customer.shipping));
        }
        return message.build();
    }

    private static AddressMessage message(Address address) {
        return AddressMessage.newBuilder()
                .setStreet(address.street)
                .setCity(address.city)
                .setPostcode(address.postcode)
                .setCountry(address.country)
                .setLatitude(address.latitude)
                .setLongitude(address.longitude)
                .build();
    }

    private static OrderMessage message(Order order) {
        OrderMessage.Builder message = OrderMessage.newBuilder()
                .setNumber(order.number)
                .setCustomerId(order.customerId)
                .setState(order.state.ordinal())
                .setPlacedOnEpochDay(order.placedOn.toEpochDay())
                .setDeliverTo(message(order.deliverTo))
                .setTotal(message(order.total))
                .putAllLoyaltyPoints(order.loyaltyPoints);
        for (OrderLine line : order.lines) {
            message.addLines(message(line));
        }
        if (order.comment != null) {
            message.setComment(order.comment);
        }
        return message.build();
    }

    private static OrderLineMessage message(OrderLine line) {
        OrderLineMessage.Builder message = OrderLineMessage.newBuilder()
                .setSku(line.sku)
                .setDescription(line.description)
                .setQuantity(line.quantity)
                .setUnitPrice(message(line.unitPrice))
                .setGift(line.gift);
        if (line.discountPercent != null) {
            message.setDiscountPercent(line.discountPercent);
        }
        return message.build();
    }

    private static PaymentMessage message(Payment payment) {
        return PaymentMessage.newBuilder()
                .setOrderId(payment.orderId)
                .setAmount(message(payment.amount))
                .setCurrency(payment.currency)
                .setMethod(payment.method.ordinal())
                .setReceivedAt(message(payment.receivedAt))
                .build();
    }

    private static ShipmentMessage message(Shipment shipment) {
        ShipmentMessage.Builder message =
                ShipmentMessage.newBuilder().setOrderId(shipment.orderId).setWeightKilograms(shipment.weightKilograms);
        for (long parcelId : shipment.parcelIds) {
            message.addParcelIds(parcelId);
        }
        if (shipment.leftAt != null) {
            message.setLeftAt(message(shipment.leftAt));
        }
        shipment.stations.forEach((station, at) -> message.putStations(station, message(at)));
        return message.build();
    }

    private static DecimalMessage message(BigDecimal decimal) {
        return DecimalMessage.newBuilder()
                .setUnscaled(ByteString.copyFrom(decimal.unscaledValue().toByteArray()))
                .setScale(decimal.scale())
                .build();
    }

    private static InstantMessage message(Instant instant) {
        return InstantMessage.newBuilder()
                .setSeconds(instant.getEpochSecond())
                .setNanos(instant.getNano())
                .build();
    }

    static BusinessBatch batch(BusinessBatchMessage message) {
        BusinessBatch batch = new BusinessBatch();
        batch.entities = new ArrayList<>(message.getEntitiesCount());
        for (EntityMessage each : message.getEntitiesList()) {
            Entity entity = entity(each);
            entity.id = each.getId();
            entity.version = each.getVersion();
            entity.changedAt = instant(each.getChangedAt());
            batch.entities.add(entity);
        }
        return batch;
    }

    private static Entity entity(EntityMessage message) {
        return switch (message.getKindCase()) {
            case CUSTOMER -> customer(message.getCustomer());
            case ORDER -> order(message.getOrder());
            case PAYMENT -> payment(message.getPayment());
            case SHIPMENT -> shipment(message.getShipment());
            case KIND_NOT_SET -> throw new IllegalStateException("no object: id=" + message.getId());
        };
    }

    private static Customer customer(CustomerMessage message) {
        Customer customer = new Customer();
        customer.name = message.getName();
        customer.email = message.hasEmail() ? message.getEmail() : null;
        customer.segment = SEGMENTS[message.getSegment()];
        customer.since = LocalDate.ofEpochDay(message.getSinceEpochDay());
        customer.billing = address(message.getBilling());
        customer.shipping = message.hasShipping() ? address(message.getShipping()) : null;
        customer.tags = new ArrayList<>(message.getTagsList());
        customer.attributes = new HashMap<>(message.getAttributesMap());
        return customer;
    }

    private static Address address(AddressMessage message) {
        Address address = new Address();
        address.street = message.getStreet();
        address.city = message.getCity();
        address.postcode = message.getPostcode();
        address.country = message.getCountry();
        address.latitude = message.getLatitude();
        address.longitude = message.getLongitude();
        return address;
    }

    private static Order order(OrderMessage message) {
        Order order = new Order();
        order.number = message.getNumber();
        order.customerId = message.getCustomerId();
        order.state = STATES[message.getState()];
        order.placedOn = LocalDate.ofEpochDay(message.getPlacedOnEpochDay());
        order.lines = new ArrayList<>(message.getLinesCount());
        for (OrderLineMessage each : message.getLinesList()) {
            order.lines.add(line(each));
        }
        order.deliverTo = address(message.getDeliverTo());
        order.comment = message.hasComment() ? message.getComment() : null;
        order.total = decimal(message.getTotal());
        order.loyaltyPoints = new HashMap<>(message.getLoyaltyPointsMap());
        return order;
    }

    private static OrderLine line(OrderLineMessage message) {
        OrderLine line = new OrderLine();
        line.sku = message.getSku();
        line.description = message.getDescription();
        line.quantity = message.getQuantity();
        line.unitPrice = decimal(message.getUnitPrice());
        line.discountPercent = message.hasDiscountPercent() ? message.getDiscountPercent() : null;
        line.gift = message.getGift();
        return line;
    }

    private static Payment payment(PaymentMessage message) {
        Payment payment = new Payment();
        payment.orderId = message.getOrderId();
        payment.amount = decimal(message.getAmount());
        payment.currency = message.getCurrency();
        payment.method = METHODS[message.getMethod()];
        payment.receivedAt = instant(message.getReceivedAt());
        return payment;
    }

    private static Shipment shipment(ShipmentMessage message) {
        Shipment shipment = new Shipment();
        shipment.orderId = message.getOrderId();
        shipment.weightKilograms = message.getWeightKilograms();
        shipment.parcelIds = new long[message.getParcelIdsCount()];
        for (int i = 0; i < shipment.parcelIds.length; i++) {
            shipment.parcelIds[i] = message.getParcelIds(i);
        }
        shipment.leftAt = message.hasLeftAt() ? instant(message.getLeftAt()) : null;
        shipment.stations = new HashMap<>();
        message.getStationsMap().forEach((station, at) -> shipment.stations.put(station, instant(at)));
        return shipment;
    }

    private static BigDecimal decimal(DecimalMessage message) {
        return new BigDecimal(new BigInteger(message.getUnscaled().toByteArray()), message.getScale());
    }

    private static Instant instant(InstantMessage message) {
        return Instant.ofEpochSecond(message.getSeconds(), message.getNanos());
    }
}
