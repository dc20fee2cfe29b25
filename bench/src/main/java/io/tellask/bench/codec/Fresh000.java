package io.tellask.bench.codec;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** The class that {@link FreshClasses} makes copies of; not final and public, as the classes of applications are. */
public class Fresh000 implements Serializable {
    private static final long serialVersionUID = 1;

    public String name = "a first message";
    public long id = 4_711_000_123L;
    public double amount = 101.25;
    public int count = 12;
    public boolean active = true;
    public List<String> tags = new ArrayList<>(List.of("first", "second"));
    public FreshPart000 part = new FreshPart000();
}
