package shop;

import java.util.ArrayList;
import java.util.List;

public final class Delivery {
    private final String town;
    private final List<Line> lines = new ArrayList<>();
    private double kilograms;

    private record Line(String what, double kilograms) {}

    Delivery(String town) {
        this.town = town;
    }

    Delivery add(String what, double kilograms) {
        lines.add(new Line(what, kilograms));
        return this;
    }

    Delivery weighed() {
        kilograms = lines.stream().mapToDouble(Line::kilograms).sum();
        return this;
    }

    @Override
    public String toString() {
        return town + " " + lines.size() + " " + kilograms;
    }
}
