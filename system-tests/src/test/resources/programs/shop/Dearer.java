package shop;

import io.tellask.remote.Spore;

public record Dearer(int cents) implements Spore<Item, String> {
    @Override
    public void accept(Item item, Output<String> out) {
        if (item.cents() > cents) {
            out.emit(item.name());
        }
    }
}
