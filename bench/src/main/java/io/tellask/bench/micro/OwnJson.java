package io.tellask.bench.micro;

/** Opens the writers of JSON of this module. */
public final class OwnJson implements JsonWriting.Provider {
    @Override
    public JsonWriting open(String contender) {
        return JsonWriting.of(contender);
    }
}
