package com.acme;

import io.tellask.actor.Promise;
import io.tellask.typescript.TypeScriptContract;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Whatever makes it hard to tell the methods of a contract and their signatures from a source. */
@TypeScriptContract
public interface Edges extends EdgeParts.Left<String, Integer>, EdgeParts.Right<String>, EdgeParts.Narrow {
    @Override
    void replaced(@Nullable String value);

    @Override
    default void toBeDefault(String value) {}

    @Override
    List<String> wide();

    <T extends Number & Comparable<T>, S extends List<T>> Promise<T> bounded(T number, S numbers);

    void raw(List list, EdgeParts.Outer outer, Page page);

    void deep(EdgeParts.Outer<EdgeParts.Within<int[][]>> outer, Map.Entry<String, List<? super Integer>> entry);

    void names(EnumMap<Color, Shape.Simple> map, Shape.Angular.Square... squares);

    @Override
    boolean equals(Object other);

    static void none() {}
}
