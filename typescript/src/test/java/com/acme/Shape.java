package com.acme;

/** What can be drawn. */
public sealed interface Shape {
    /** Round. */
    record Circle(double radius) implements Shape {}

    /** With corners. */
    sealed interface Angular extends Shape {
        /** Of equal sides. */
        record Square(int side) implements Angular {}

        /** Of several parts. */
        record Polygon(java.util.List<Shape> parts) implements Angular {}
    }

    /** Without size. */
    enum Simple implements Shape {
        POINT
    }
}
