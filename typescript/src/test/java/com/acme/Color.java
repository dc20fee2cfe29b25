package com.acme;

/** The colours. */
public enum Color {
    RED,
    GREEN {
        @Override
        public String toString() {
            return "green";
        }
    }
}
