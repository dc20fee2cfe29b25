package io.tellask.bench.codec.peers;

import com.google.protobuf.ByteString;
import io.tellask.bench.codec.model.Address;
import io.tellask.bench.codec.model.BusinessBatch;
import io.tellask.bench.codec.model.Customer;
import io.tellask.bench.codec.model.Entity;
import io.tellask.bench.codec.model.Order;
import io.tellask.bench.codec.model.OrderLine;
import io.tellask.bench.codec.model.Payment;
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
import java.time.Instant;

/** Business objects to protobuf messages; {@link BusinessObjects} goes the other way. */
final class BusinessMessages {
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
}
