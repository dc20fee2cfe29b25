package io.tellask.bench.codec.peers;

import io.tellask.bench.codec.model.Image;
import io.tellask.bench.codec.model.ImageSize;
import io.tellask.bench.codec.model.Instrument;
import io.tellask.bench.codec.model.Media;
import io.tellask.bench.codec.model.MediaContent;
import io.tellask.bench.codec.model.Player;
import io.tellask.bench.codec.model.Price;
import io.tellask.bench.codec.model.User;
import io.tellask.bench.codec.peers.messages.ImageMessage;
import io.tellask.bench.codec.peers.messages.ImageSizeMessage;
import io.tellask.bench.codec.peers.messages.InstrumentMessage;
import io.tellask.bench.codec.peers.messages.MediaContentMessage;
import io.tellask.bench.codec.peers.messages.MediaMessage;
import io.tellask.bench.codec.peers.messages.PlayerMessage;
import io.tellask.bench.codec.peers.messages.PriceMessage;
import io.tellask.bench.codec.peers.messages.UserMessage;
import java.util.ArrayList;

/** Prices, media and users to protobuf messages and back. */
final class SmallMessages {
    private SmallMessages() {}

    static PriceMessage message(Price price) {
        PriceMessage.Builder message = PriceMessage.newBuilder()
                .setSymbol(price.symbol)
                .setExchange(price.exchange)
                .setInstrumentId(price.instrumentId)
                .setBid(price.bid)
                .setAsk(price.ask)
                .setBidQty(price.bidQty)
                .setAskQty(price.askQty)
                .setTimestamp(price.timestamp)
                .setType(price.type);
        if (price.instrument != null) {
            message.setInstrument(InstrumentMessage.newBuilder()
                    .setMnemonic(price.instrument.mnemonic)
                    .setId(price.instrument.id)
                    .setDescription(price.instrument.description));
        }
        return message.build();
    }

    static Price price(PriceMessage message) {
        Price price = new Price();
        price.symbol = message.getSymbol();
        price.exchange = message.getExchange();
        price.instrumentId = message.getInstrumentId();
        price.bid = message.getBid();
        price.ask = message.getAsk();
        price.bidQty = message.getBidQty();
        price.askQty = message.getAskQty();
        price.timestamp = message.getTimestamp();
        price.type = (char) message.getType();
        if (message.hasInstrument()) {
            InstrumentMessage nested = message.getInstrument();
            price.instrument = new Instrument();
            price.instrument.mnemonic = nested.getMnemonic();
            price.instrument.id = nested.getId();
            price.instrument.description = nested.getDescription();
        }
        return price;
    }

    static UserMessage message(User user) {
        return UserMessage.newBuilder()
                .setName(user.name)
                .setPwd(user.pwd)
                .setEmail(user.email)
                .setCity(user.city)
                .addAllFriends(user.friends)
                .build();
    }

    static User user(UserMessage message) {
        User user = new User();
        user.name = message.getName();
        user.pwd = message.getPwd();
        user.email = message.getEmail();
        user.city = message.getCity();
        user.friends = new ArrayList<>(message.getFriendsList());
        return user;
    }

    static MediaContentMessage message(MediaContent content) {
        MediaContentMessage.Builder message = MediaContentMessage.newBuilder().setMedia(message(content.media));
        for (Image image : content.images) {
            message.addImages(message(image));
        }
        return message.build();
    }

    private static MediaMessage message(Media media) {
        MediaMessage.Builder message = MediaMessage.newBuilder()
                .setUri(media.uri)
                .setWidth(media.width)
                .setHeight(media.height)
                .setFormat(media.format)
                .setDuration(media.duration)
                .setSize(media.size)
                .setBitrate(media.bitrate)
                .setHasBitrate(media.hasBitrate)
                .addAllPersons(media.persons)
                .setPlayer(PlayerMessage.forNumber(media.player.ordinal()));
        if (media.title != null) {
            message.setTitle(media.title);
        }
        if (media.copyright != null) {
            message.setCopyright(media.copyright);
        }
        return message.build();
    }

    private static ImageMessage message(Image image) {
        ImageMessage.Builder message = ImageMessage.newBuilder()
                .setUri(image.uri)
                .setWidth(image.width)
                .setHeight(image.height)
                .setSize(ImageSizeMessage.forNumber(image.size.ordinal()));
        if (image.title != null) {
            message.setTitle(image.title);
        }
        return message.build();
    }

    static MediaContent media(MediaContentMessage message) {
        MediaMessage nested = message.getMedia();
        Media media = new Media();
        media.uri = nested.getUri();
        media.title = nested.hasTitle() ? nested.getTitle() : null;
        media.width = nested.getWidth();
        media.height = nested.getHeight();
        media.format = nested.getFormat();
        media.duration = nested.getDuration();
        media.size = nested.getSize();
        media.bitrate = nested.getBitrate();
        media.hasBitrate = nested.getHasBitrate();
        media.persons = new ArrayList<>(nested.getPersonsList());
        media.player = Player.values()[nested.getPlayerValue()];
        media.copyright = nested.hasCopyright() ? nested.getCopyright() : null;
        MediaContent content = new MediaContent();
        content.media = media;
        content.images = new ArrayList<>(message.getImagesCount());
        for (ImageMessage each : message.getImagesList()) {
            content.images.add(image(each));
        }
        return content;
    }

    private static Image image(ImageMessage message) {
        Image image = new Image();
        image.uri = message.getUri();
        image.title = message.hasTitle() ? message.getTitle() : null;
        image.width = message.getWidth();
        image.height = message.getHeight();
        image.size = ImageSize.values()[message.getSizeValue()];
        return image;
    }
}
