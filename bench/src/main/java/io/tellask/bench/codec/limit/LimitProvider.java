package io.tellask.bench.codec.limit;

import io.tellask.bench.codec.Engine;
import io.tellask.bench.codec.Engine.UnsupportedException;
import io.tellask.bench.codec.Subject;
import io.tellask.bench.codec.model.BusinessBatch;
import io.tellask.bench.codec.model.MediaContent;
import io.tellask.bench.codec.model.Price;
import io.tellask.bench.codec.model.User;

/** {@code limit-floor}: each class has a codec that was written for it, and for the strings that it will see. */
public final class LimitProvider implements Engine.Provider {
    @Override
    public Engine open(String contender) {
        return (root, types, example) -> subject(root, example);
    }

    private static Subject subject(Class<?> root, Object example) {
        if (root == Price.class) {
            return new PriceFloor();
        } else if (root == MediaContent.class) {
            return isLatin((MediaContent) example) ? new MediaFloor() : new WideMediaFloor();
        } else if (root == User.class) {
            return new UserFloor();
        } else if (root == BusinessBatch.class) {
            return new BusinessFloor();
        } else if (root == String.class) {
            return new StringFloor();
        } else if (root.isArray()) {
            return ArrayFloor.of(root);
        }
        throw new UnsupportedException("nobody wrote one by hand: class=" + root.getName());
    }

    private static boolean isLatin(MediaContent content) {
        return content.media.persons.stream().allMatch(name -> name.chars().allMatch(c -> c < 0x100));
    }
}
