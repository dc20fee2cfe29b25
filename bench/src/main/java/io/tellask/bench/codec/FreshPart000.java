package io.tellask.bench.codec;

import java.io.Serializable;

/** What lies in a {@link Fresh000}, with copies as that has. */
public class FreshPart000 implements Serializable {
    private static final long serialVersionUID = 1;

    public String label = "a part";
    public int width = 640;
    public int height = 480;
}
