package io.tellask.rest.call;

import io.tellask.rest.plan.MethodPlan;
import io.tellask.rest.plan.ParameterPlan;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A method with what each of its calls needs to know, found once, and how long its answers are. Thread-safe. */
public final class CallTarget {
    private final MethodPlan plan;
    private final @Nullable ParameterPlan wholeBody;
    private final boolean hasBody;
    private final Set<String> queryNames;
    private final int[] variables;
    private final AnswerSizes answerSizes = new AnswerSizes();

    public CallTarget(MethodPlan plan) {
        this.plan = plan;
        wholeBody = plan.wholeBody();
        hasBody = plan.hasBody();
        queryNames = new TreeSet<>(plan.parameters().stream()
                .filter(p -> p.place() == ParameterPlan.Place.QUERY)
                .map(ParameterPlan::name)
                .toList());
        List<String> names = plan.path().variables();
        variables = plan.parameters().stream()
                .mapToInt(parameter -> names.indexOf(parameter.name()))
                .toArray();
    }

    public MethodPlan plan() {
        return plan;
    }

    AnswerSizes answerSizes() {
        return answerSizes;
    }

    @Nullable
    ParameterPlan wholeBody() {
        return wholeBody;
    }

    boolean hasBody() {
        return hasBody;
    }

    boolean hasRawBody() {
        return wholeBody != null && wholeBody.place() == ParameterPlan.Place.RAW_BODY;
    }

    Set<String> queryNames() {
        return queryNames;
    }

    /** Which of the parts of the path that stand for parameters is this one's. */
    int variable(ParameterPlan parameter) {
        return variables[parameter.index()];
    }
}
