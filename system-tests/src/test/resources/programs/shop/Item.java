package shop;

import java.util.List;

public record Item(String name, int cents, List<String> tags) {}
