package com.acme;

/** Hears what is said. */
public interface Listener {
    void said(User who, String text);
}
