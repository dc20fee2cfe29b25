package io.tellask.codec;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The classes of the application that random graphs are made of: one of each shape. */
final class GraphClasses {
    private GraphClasses() {}

    /** Plain fields of many kinds; the usual place for cycles. */
    static final class Node implements Serializable {
        private final int id;
        String name;
        Object any;
        Node next;
        List<Object> list = new ArrayList<>();
        Map<String, Object> map;
        boolean flag;
        double number;
        long wide;

        Node(int id) {
            this.id = id;
        }

        int id() {
            return id;
        }
    }

    record Leaf(int number, String text, Object payload, TimeUnit unit) {}

    record Pair<A, B>(A first, B second, long weight) {}

    /** A key that is equal by value. */
    record Point(int x, int y) implements Comparable<Point> {
        @Override
        public int compareTo(Point other) {
            return x != other.x ? Integer.compare(x, other.x) : Integer.compare(y, other.y);
        }
    }

    /** All primitives, final, and their boxes. */
    static final class Numbers implements Serializable {
        final boolean a;
        final byte b;
        final short c;
        final char d;
        final int e;
        final long f;
        final float g;
        final double h;
        final Boolean boxedA;
        final Byte boxedB;
        final Short boxedC;
        final Character boxedD;
        final Integer boxedE;
        final Long boxedF;
        final Float boxedG;
        final Double boxedH;
        transient Object skipped = "not written";

        Numbers(long bits) {
            a = (bits & 1) != 0;
            b = (byte) bits;
            c = (short) (bits >> 5);
            d = (char) (bits >> 9);
            e = (int) (bits >> 17);
            f = bits;
            g = Float.intBitsToFloat(e & 0x7F7FFFFF);
            h = Double.longBitsToDouble(bits & 0x7FEFFFFFFFFFFFFFL);
            boxedA = a;
            boxedB = bits % 3 == 0 ? null : b;
            boxedC = c;
            boxedD = d;
            boxedE = bits % 5 == 0 ? null : e;
            boxedF = f;
            boxedG = g;
            boxedH = h;
        }
    }

    /** A hierarchy in which two levels have a field of the same name. */
    static class Base implements Serializable {
        private Object value;
        protected String label;

        Object baseValue() {
            return value;
        }

        Base with(Object newValue) {
            value = newValue;
            return this;
        }
    }

    static final class Derived extends Base {
        private Object value;
        private final int[] ints;

        Derived(String label, Object value, int[] ints) {
            this.label = label;
            this.value = value;
            this.ints = ints;
        }

        Object derivedValue() {
            return value;
        }

        int[] ints() {
            return ints;
        }
    }

    sealed interface Shape extends Serializable permits Circle, Square, Group {}

    record Circle(double radius) implements Shape {}

    static final class Square implements Shape {
        float side;
    }

    /** Sealed, and holds others. */
    static final class Group implements Shape {
        final List<Shape> shapes = new ArrayList<>();
        Shape first;
        Shape[] array = {};
    }

    /** An enum whose constants have bodies. */
    enum Operation {
        PLUS {
            @Override
            int apply(int a, int b) {
                return a + b;
            }
        },
        TIMES {
            @Override
            int apply(int a, int b) {
                return a * b;
            }
        };

        abstract int apply(int a, int b);
    }

    /** An inner class keeps the object around it. */
    static final class Outer implements Serializable {
        String name;
        Object held;

        final class Inner implements Serializable {
            int number;

            Outer outer() {
                return Outer.this;
            }
        }

        Inner inner(int number) {
            Inner inner = new Inner();
            inner.number = number;
            return inner;
        }
    }

    static final class Failure extends Exception {
        private final Object detail;

        Failure(String message, Throwable cause, Object detail) {
            super(message, cause);
            this.detail = detail;
        }

        Object detail() {
            return detail;
        }
    }
}
