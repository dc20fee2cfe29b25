package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** What waits for a system to close. */
class CloseTasksTest {
    private final CloseTasks tasks = new CloseTasks();

    private static NamedTask task(Phase phase) {
        return new NamedTask(phase, "t", NamedTask.USUAL_LIMIT, () -> {});
    }

    @Test
    void ownersAreToldApartByIdentity() {
        String one = new String("owner");
        String other = new String("owner");
        NamedTask last = task(Phase.CALLERS);
        tasks.add(one, task(Phase.CALLERS));
        tasks.add(one, last);
        tasks.add(other, task(Phase.CALLERS));
        assertThat(tasks.remove(other)).isTrue();
        assertThat(tasks.remove(other)).isFalse();
        assertThat(tasks.begin(Phase.CALLERS)).singleElement().isSameAs(last);
        assertThat(tasks.remove(one)).as("it has begun").isFalse();
    }

    @Test
    void whatComesTooLateIsDoneInTheNextPhase() {
        NamedTask early = task(Phase.THREADS);
        NamedTask late = task(Phase.CONNECTIONS);
        tasks.add(early, early);
        assertThat(tasks.begin(Phase.CONNECTIONS)).isEmpty();
        assertThat(tasks.begin(Phase.CALLERS)).isEmpty();
        assertThat(tasks.add(late, late)).isTrue();
        assertThat(tasks.begin(Phase.ACTORS)).containsExactly(late);
        assertThat(tasks.begin(Phase.STORES)).isEmpty();
        assertThat(tasks.begin(Phase.THREADS)).containsExactly(early);
        assertThat(tasks.add(late, late)).as("no phase is left").isFalse();
    }

    @Test
    void waitingTasksAreBounded() {
        NamedTask task = task(Phase.STORES);
        Object last = new Object();
        for (int i = 1; i < CloseTasks.MOST_TASKS; i++) {
            tasks.add(new Object(), task);
        }
        tasks.add(last, task);
        assertThatThrownBy(() -> tasks.add(new Object(), task))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("close: tasks=100000 >= limit=100000");
        tasks.remove(last);
        assertThat(tasks.add(new Object(), task)).isTrue();
    }
}
