package io.tellask.cli.plot;

/**
 * Writes SVG, sticks of one colour as one path. Colours follow the light or dark scheme of whoever looks, and tell collector from others for the
 * colour-blind, too. Not thread-safe.
 */
final class SvgCanvas implements Canvas {
    /** Colours by the classes that the elements have; the page of HTML has its own. */
    static final String STYLE = """
            svg{background:var(--paper);font:14px system-ui,sans-serif;--paper:#fff;--text:#222;--grid:#ddd;--collection:#0072b2;--other:#d55e00}
            @media(prefers-color-scheme:dark){svg{--paper:#181a1b;--text:#e4e4e4;--grid:#3a3d3e;--collection:#56b4e9;--other:#e69f00}}
            text{fill:var(--text)}path{fill:none}.text{stroke:var(--text)}.grid{stroke:var(--grid)}
            .collection{stroke:var(--collection)}.other{stroke:var(--other)}
            """;

    /** Of a font of 14 pixels, on average. */
    private static final int CHARACTER_PIXELS = 8;

    private final int width;
    private final int height;
    private final StringBuilder body = new StringBuilder();

    SvgCanvas(int width, int height) {
        this.width = width;
        this.height = height;
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public int height() {
        return height;
    }

    @Override
    public int textPixels(int characters) {
        return characters * CHARACTER_PIXELS;
    }

    @Override
    public void horizontal(int fromX, int toX, int y, Ink ink) {
        path(ink)
                .append('M')
                .append(fromX)
                .append(' ')
                .append(y)
                .append(".5H")
                .append(toX)
                .append("\"/>\n");
    }

    @Override
    public void sticks(int fromX, int[] tops, int bottom, Ink ink) {
        StringBuilder path = path(ink);
        for (int i = 0; i < tops.length; i++) {
            if (tops[i] >= 0) {
                path.append('M')
                        .append(fromX + i)
                        .append(".5 ")
                        .append(bottom)
                        .append('V')
                        .append(tops[i]);
            }
        }
        path.append("\"/>\n");
    }

    private StringBuilder path(Ink ink) {
        String kind = switch (ink) {
            case TEXT -> "text";
            case GRID -> "grid";
            case COLLECTION -> "collection";
            case OTHER -> "other";
        };
        return body.append("<path class=\"").append(kind).append("\" d=\"");
    }

    @Override
    public void text(int x, int y, String text, Anchor anchor) {
        String point = switch (anchor) {
            case START -> "start";
            case MIDDLE -> "middle";
            case END -> "end";
        };
        body.append("<text x=\"")
                .append(x)
                .append("\" y=\"")
                .append(y)
                .append("\" text-anchor=\"")
                .append(point);
        body.append("\">").append(Markup.escaped(text)).append("</text>\n");
    }

    /** The drawing as an element; {@code attributes} begin with a space unless there are none. */
    String element(String label, String attributes, String style) {
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + width + " " + height
                + "\" role=\"img\" aria-label=\""
                + Markup.escaped(label) + "\"" + attributes + ">\n"
                + (style.isEmpty() ? "" : "<style>" + style + "</style>\n") + body + "</svg>\n";
    }
}
