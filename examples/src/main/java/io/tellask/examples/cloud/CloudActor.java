package io.tellask.examples.cloud;

import io.tellask.actor.Actor;
import io.tellask.actor.Emitter;
import io.tellask.actor.Promise;
import io.tellask.examples.cloud.CloudEvent.Entered;
import io.tellask.examples.cloud.CloudEvent.Gone;
import io.tellask.examples.cloud.CloudEvent.Grown;
import io.tellask.examples.cloud.CloudEvent.Left;
import io.tellask.examples.cloud.CloudEvent.Whole;
import io.tellask.remote.Session;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The cloud. It handles one message at a time, so that its maps need no locks. */
final class CloudActor extends Actor implements CloudRoom {
    static final int MOST_WORDS = 150;
    static final int MOST_PEOPLE = 1_000;
    static final int MOST_VISITS = 4; // of one browser
    static final int MOST_NAME_CHARS = 20;
    private static final Pattern NAME =
            Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N} .-]{0," + (MOST_NAME_CHARS - 1) + "}");

    /** Somebody who is there, and what the page is told by, once it watches. */
    private static final class Person {
        private final Session browser;
        private @Nullable Emitter<CloudEvent> watcher;
        private boolean behind; // misses what comes, until it is told the whole cloud

        Person(Session browser) {
            this.browser = browser;
        }
    }

    private final Map<String, Word> words = new LinkedHashMap<>(); // by their text in lower case, oldest first
    private final Map<String, Person> people = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

    @Override
    public Promise<Visit> enter(String name) {
        String trimmed = name.strip();
        Session browser = Session.current().orElseThrow();
        check(trimmed, browser);
        CloudRoom room = self(CloudRoom.class);
        Visit visit = browser.spawn(Visit.class, () -> new VisitActor(trimmed, room));
        people.put(trimmed, new Person(browser)); // once there is what tells when it leaves
        tellAll(new Entered(trimmed));
        return Promise.of(visit);
    }

    private void check(String name, Session browser) {
        if (!NAME.matcher(name).matches()) {
            throw new NameRefusedException(
                    "a name has 1 to " + MOST_NAME_CHARS + " letters, digits, blanks, dots and dashes; choose another");
        }
        if (name.equalsIgnoreCase("admin")) {
            throw new NameRefusedException("admin does not come here; choose another name");
        }
        if (people.containsKey(name)) {
            throw new NameRefusedException("somebody is here under that name; choose another");
        }
        if (people.size() >= MOST_PEOPLE) {
            throw new NameRefusedException("the cloud is full, people=" + MOST_PEOPLE + "; come back later");
        }
        if (people.values().stream().filter(person -> person.browser == browser).count() >= MOST_VISITS) {
            throw new NameRefusedException("visits of one browser=" + MOST_VISITS + "; leave with one of them first");
        }
    }

    @Override
    public Promise<Integer> say(String name, String text) {
        String key = text.toLowerCase(Locale.ROOT);
        Word known = words.get(key);
        if (known == null && words.size() >= MOST_WORDS) {
            forgetLeast();
        }
        Word word = known == null ? new Word(text, 1, name) : new Word(known.text(), known.count() + 1, name);
        words.put(key, word);
        tellAll(new Grown(word));
        return Promise.of(word.count());
    }

    /** The oldest of those that were said least gives way. */
    private void forgetLeast() {
        String least = null;
        int count = Integer.MAX_VALUE;
        for (Map.Entry<String, Word> entry : words.entrySet()) {
            if (entry.getValue().count() < count) {
                least = entry.getKey();
                count = entry.getValue().count();
            }
        }
        Word gone = least == null ? null : words.remove(least);
        if (gone != null) {
            tellAll(new Gone(gone.text()));
        }
    }

    @Override
    public void watch(String name, Emitter<CloudEvent> watcher) {
        Person person = people.get(name);
        if (person == null) {
            watcher.complete();
        } else {
            if (person.watcher != null) {
                person.watcher.complete(); // one at a time
            }
            person.watcher = watcher;
            person.behind = false;
            watcher.offer(whole());
        }
    }

    @Override
    public void leave(String name) {
        people.remove(name);
        tellAll(new Left(name));
    }

    private Whole whole() {
        return new Whole(List.copyOf(words.values()), List.copyOf(people.keySet()));
    }

    private void tellAll(CloudEvent event) {
        people.values().forEach(person -> tell(person, event));
    }

    private void tell(Person person, CloudEvent event) {
        Emitter<CloudEvent> watcher = person.watcher;
        if (watcher != null && !person.behind && !watcher.offer(event) && !watcher.isCancelled()) {
            person.behind = true;
            watcher.whenWritable().thenRun(() -> catchUp(person, watcher));
        }
    }

    private void catchUp(Person person, Emitter<CloudEvent> watcher) {
        if (person.watcher == watcher) {
            person.behind = false;
            watcher.offer(whole());
        }
    }
}
