package io.tellask.rest.call;

import io.tellask.http.HttpRequest;
import io.tellask.http.HttpResponse;
import io.tellask.rest.plan.Location;
import io.tellask.rest.plan.ResultPlan;
import io.tellask.rest.problem.Refusal;
import io.tellask.rest.value.EntityTag;
import io.tellask.rest.value.OutputBudget;
import io.tellask.rest.value.ValueWriter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes answers of results. Stateless. */
final class Answers {
    private Answers() {}

    static HttpResponse of(
            ResultPlan plan, String path, @Nullable Object result, ValueWriter json, OutputBudget budget) {
        Object value = result instanceof Optional<?> optional && plan.isOptional() ? optional.orElse(null) : result;
        if (value == null && plan.isOptional()) {
            throw Refusal.of(404, "not found", "there is nothing of that name");
        }
        HttpResponse answer = value == null ? HttpResponse.of(emptyStatus(plan)) : of(plan, value, json, budget);
        Location location = plan.location();
        String where = location == null ? null : where(location, path, value);
        return where == null ? answer : answer.with("location", where);
    }

    private static int emptyStatus(ResultPlan plan) {
        return plan.status() == 200 ? 204 : plan.status();
    }

    private static HttpResponse of(ResultPlan plan, Object value, ValueWriter json, OutputBudget budget) {
        boolean bytes = plan.kind() == ResultPlan.Kind.BYTES;
        byte[] body = bytes ? (byte[]) value : json.write(value, plan.type(), budget);
        HttpResponse answer = HttpResponse.of(plan.status(), bytes ? MediaTypes.BYTES : MediaTypes.JSON, body)
                .with("cache-control", plan.isTagged() ? "private, no-cache" : "no-store")
                .with("x-content-type-options", "nosniff");
        return plan.isTagged() ? answer.with("etag", EntityTag.of(body)) : answer;
    }

    /** The answer, or that it has not changed since the sender got it. */
    static HttpResponse changed(HttpRequest request, HttpResponse answer) {
        String tag = answer.headers().first("etag");
        String known = request.header("if-none-match");
        boolean read = request.method().equals("GET") || request.method().equals("HEAD");
        return tag != null && known != null && read && EntityTag.isAmong(known, tag)
                ? HttpResponse.of(304).with("etag", tag)
                : answer;
    }

    private static @Nullable String where(Location location, String path, @Nullable Object value) {
        try {
            return location.of(path, value);
        } catch (RuntimeException | Error failure) {
            throw failure;
        } catch (Throwable checked) {
            throw new IllegalStateException("rest: the place of the result cannot be read", checked);
        }
    }
}
