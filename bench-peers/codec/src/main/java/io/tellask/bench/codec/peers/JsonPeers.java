package io.tellask.bench.codec.peers;

import com.alibaba.fastjson2.JSON;
import com.google.gson.Gson;
import io.tellask.bench.micro.JsonWriting;
import io.tellask.bench.micro.JsonWriting.Item;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.sf.json.JSONArray;
import net.sf.json.JSONObject;
import tools.jackson.databind.json.JsonMapper;

/** Libraries that write JSON; json-lib, which knows no records, is given the fields by hand. */
public final class JsonPeers implements JsonWriting.Provider {
    @Override
    public JsonWriting open(String contender) {
        return switch (contender) {
            case "jackson-databind" -> JsonMapper.builder().build()::writeValueAsBytes;
            case "gson" -> {
                Gson gson = new Gson();
                yield items -> gson.toJson(items).getBytes(StandardCharsets.UTF_8);
            }
            case "fastjson2" -> JSON::toJSONBytes;
            case "json-lib" -> JsonPeers::byJsonLib;
            default -> throw new IllegalArgumentException("unknown contender: contender=" + contender);
        };
    }

    private static byte[] byJsonLib(List<Item> items) {
        JSONArray array = new JSONArray();
        for (Item item : items) {
            JSONObject object = new JSONObject();
            object.element("name", item.name());
            object.element("content", item.content());
            array.add(object);
        }
        return array.toString().getBytes(StandardCharsets.UTF_8);
    }
}
