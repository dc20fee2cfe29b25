package io.tellask.cli.crash;

import io.tellask.store.Damage;
import io.tellask.store.StoreBackup;
import io.tellask.store.StoreCheck;
import io.tellask.store.StoreException;
import io.tellask.store.StoreProgress;
import io.tellask.store.StoreRepair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.CRC32C;

/**
 * Damages copies of stores in every way, and asks check, open, snapshot, a server and repair of each: either all that was promised is there, or they say
 * what is damaged; they agree; none but repair changes a file; and what repair leaves is sound. Used by one thread.
 */
public final class StoreDamages {
    /** What was made of a damaged store. */
    public enum Verdict {
        SOUND,
        DAMAGED,
        REFUSED
    }

    private static final String SERVED = "map";
    /** What repair says of a segment that gets its name back, in which nothing is lost. */
    private static final String RENAMED = "it was segment=";

    /** A draw takes so many times fewer of what stands in the place of a file: files differ less in that. */
    private static final int FEWER = 3;

    private static final List<String> MADE =
            List.of("RESERVE", "CHECKPOINT", "segment.tmp", "rewritten.tmp", "END.tmp");

    private final Path folder;
    private final long seed;
    private final SplittableRandom random;
    private final List<DamageBase> bases = new ArrayList<>();
    private final Map<Verdict, Long> counts = new EnumMap<>(Verdict.class);
    private long rounds;
    private long expected;

    /** Makes the stores in a folder that is there and empty. */
    public StoreDamages(Path folder, long seed) throws IOException {
        this.folder = folder;
        this.seed = seed;
        random = new SplittableRandom(seed);
        for (int kind = 0; kind < 6; kind++) {
            bases.add(DamageBase.make(folder, random, kind % 2 == 1, kind / 2 == 1, kind / 2 < 2));
        }
        for (DamageBase base : bases) {
            Path copy = copy(base);
            requireEqual(base, base.contents(copy), "undamaged");
            Folders.delete(copy);
        }
    }

    /** How often each verdict was given. */
    public Map<Verdict, Long> counts() {
        return Map.copyOf(counts);
    }

    public long rounds() {
        return rounds;
    }

    /** How many stores there are to be damaged. */
    public int stores() {
        return bases.size();
    }

    /** Told after each round how many there will be; answers whether to go on. */
    public interface Watch {
        boolean goesOn(long rounds, long expected);
    }

    /** As {@link #matrix(int, Watch)}, of one damage in so many, which are drawn at random. */
    public void matrix(int stores, int oneIn) throws IOException {
        matrix(stores, oneIn, (done, expected) -> true);
    }

    /** Every kind of damage to every file of so many stores, once each. */
    public void matrix(int stores, Watch watch) throws IOException {
        matrix(stores, 1, watch);
    }

    private void matrix(int stores, int oneIn, Watch watch) throws IOException {
        int first = random.nextInt(bases.size());
        expected = 0;
        for (int i = 0; i < stores; i++) {
            DamageBase base = bases.get((first + i) % bases.size());
            expected += (long) Folders.files(base.files(), "[A-KM-Zs]*").size() * DamagedFiles.values().length;
            expected += (long) names(base).size() * ReplacedFiles.values().length;
        }
        for (int i = 0; i < stores; i++) {
            DamageBase base = bases.get((first + i) % bases.size());
            if (!damageEach(base, oneIn, watch) || !replaceEach(base, FEWER * oneIn, watch)) {
                return;
            }
        }
    }

    private boolean damageEach(DamageBase base, int oneIn, Watch watch) throws IOException {
        for (Path file : Folders.files(base.files(), "*")) {
            String name = file.getFileName().toString();
            for (DamagedFiles kind : name.equals("LOCK") ? new DamagedFiles[0] : DamagedFiles.values()) {
                if (oneIn > 1 && random.nextInt(oneIn) != 0) {
                    continue;
                }
                Path copy = copy(base);
                kind.damage(copy.resolve(name), base.older(), random);
                Verdict _ = judge(base, copy, kind + " of " + name);
                if (!watch.goesOn(rounds, expected)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean replaceEach(DamageBase base, int oneIn, Watch watch) throws IOException {
        for (String name : names(base)) {
            for (ReplacedFiles kind : ReplacedFiles.values()) {
                if (oneIn > FEWER && random.nextInt(oneIn) != 0) {
                    continue;
                }
                Path copy = copy(base);
                kind.replace(copy.resolve(name));
                String what = kind + " for " + name;
                Verdict verdict = judge(base, copy, what);
                require(kind.file || verdict == Verdict.REFUSED, base, what, "it is taken for a file");
                if (!watch.goesOn(rounds, expected)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** The files of a store, and those that it may make. */
    private static Set<String> names(DamageBase base) throws IOException {
        Set<String> names = new TreeSet<>(MADE);
        for (Path file : Folders.files(base.files(), "*")) {
            names.add(file.getFileName().toString());
        }
        return names;
    }

    /** Damages a store in up to so many places. */
    public void round(int places) throws IOException {
        DamageBase base = bases.get(random.nextInt(bases.size()));
        Path copy = copy(base);
        StringBuilder what = new StringBuilder();
        for (int left = 1 + random.nextInt(places); left > 0; left--) {
            List<Path> files = Folders.files(copy, "[A-KM-Zs]*");
            Path file = files.get(random.nextInt(files.size()));
            DamagedFiles kind = DamagedFiles.values()[random.nextInt(DamagedFiles.values().length)];
            kind.damage(file, base.older(), random);
            what.append(kind).append(" of ").append(file.getFileName()).append(left > 1 ? ", " : "");
        }
        Verdict _ = judge(base, copy, what.toString());
    }

    private Path copy(DamageBase base) throws IOException {
        Path copy = folder.resolve("copy");
        Folders.copy(base.files(), copy);
        return copy;
    }

    private Verdict judge(DamageBase base, Path copy, String what) throws IOException {
        rounds++;
        Map<String, Long> before = digests(copy);
        Verdict verdict = check(copy);
        counts.merge(verdict, 1L, Long::sum);
        requireUnchanged(before, copy, base, what + ", check");
        snapshot(base, copy, verdict, what);
        requireUnchanged(before, copy, base, what + ", snapshot");
        serve(base, copy, verdict, what + ", serve");
        if (verdict == Verdict.SOUND) {
            requireEqual(base, base.contents(copy), what);
        } else {
            Map<String, String> contents = base.contentsUnlessRefused(copy);
            if (contents == null) {
                requireUnchangedLog(before, copy, base, what + ", open");
            } else {
                requireEqual(base, contents, what);
            }
        }
        if (verdict != Verdict.SOUND) {
            repair(base, copy, verdict, what);
        }
        Folders.delete(copy);
        return verdict;
    }

    private static Verdict check(Path copy) {
        try {
            return StoreCheck.run(copy, StoreProgress.NONE).isSound() ? Verdict.SOUND : Verdict.DAMAGED;
        } catch (StoreException refused) {
            return Verdict.REFUSED;
        }
    }

    private void snapshot(DamageBase base, Path copy, Verdict verdict, String what) throws IOException {
        Path backup = folder.resolve("backup");
        Path restored = folder.resolve("restored");
        try {
            StoreBackup _ = StoreBackup.create(copy, backup, StoreBackup.Options.COPY, StoreProgress.NONE);
            StoreBackup _ = StoreBackup.restore(backup, restored, StoreProgress.NONE);
            require(verdict == Verdict.SOUND, base, what, "a snapshot was taken");
            requireEqual(base, base.contents(restored), what + ", snapshot");
        } catch (StoreException refused) {
            require(verdict != Verdict.SOUND, base, what, "no snapshot was taken, reason=" + refused.getMessage());
        }
        Folders.delete(backup);
        Folders.delete(restored);
    }

    /** A server goes on with what is whole, and compacts it; but what is damaged stays so. */
    private void serve(DamageBase base, Path copy, Verdict verdict, String what) throws IOException {
        Path served = folder.resolve("served");
        Path map = served.resolve(SERVED);
        Folders.copy(copy, map);
        Files.createFile(served.resolve("tellask.lock"));
        Map<String, String> contents = base.servedContents(served, SERVED);
        if (contents == null) {
            require(verdict != Verdict.SOUND, base, what, "a sound store is refused");
            require(check(map) != Verdict.SOUND, base, what, "damage was hidden");
        } else {
            requireEqual(base, contents, what);
        }
        Folders.delete(served);
    }

    private void repair(DamageBase base, Path copy, Verdict verdict, String what) throws IOException {
        StoreRepair repair;
        Map<String, Long> before = digests(copy);
        List<Damage> told = List.of();
        try {
            told = StoreCheck.run(copy, StoreProgress.NONE).damages();
            repair = StoreRepair.run(copy, StoreProgress.NONE);
        } catch (StoreException refused) {
            requireUnchanged(before, copy, base, what + ", refused repair");
            return;
        }
        require(verdict == Verdict.DAMAGED, base, what, "repaired what check refuses");
        require(!repair.damages().isEmpty(), base, what, "repair found nothing");
        boolean counted = told.stream().allMatch(damage -> damage.records() >= 0)
                && repair.damages().stream().noneMatch(damage -> damage.reason().startsWith(RENAMED));
        long lost = told.stream().mapToLong(Damage::records).sum();
        require(
                !counted || repair.lostRecords() == lost,
                base,
                what,
                "check told of lost=" + lost + ", repair of lost=" + repair.lostRecords() + ", damages=" + told);
        StoreCheck check = StoreCheck.run(copy, StoreProgress.NONE);
        require(check.isSound(), base, what, "not sound after repair, damages=" + check.damages());
        before = digests(copy);
        StoreRepair again = StoreRepair.run(copy, StoreProgress.NONE);
        require(again.damages().isEmpty(), base, what, "a second repair found damages=" + again.damages());
        requireUnchanged(before, copy, base, what + ", second repair");
        Map<String, String> left = base.contents(copy);
        require(base.knows(left), base, what, "a wrong value after repair");
        boolean complete = left.equals(base.current());
        require(complete || repair.lostRecords() != 0, base, what, "repair lost something silently, " + repair);
    }

    private void requireEqual(DamageBase base, Map<String, String> found, String what) {
        require(
                found.equals(base.current()),
                base,
                what,
                "lost silently, found=" + found.size() + ", expected="
                        + base.current().size());
    }

    private void requireUnchanged(Map<String, Long> before, Path copy, DamageBase base, String what)
            throws IOException {
        require(digests(copy).equals(before), base, what, "files were changed");
    }

    /** Opening a damaged store may have met the damage only after it began. */
    private void requireUnchangedLog(Map<String, Long> before, Path copy, DamageBase base, String what)
            throws IOException {
        Map<String, Long> after = digests(copy);
        before.forEach((name, crc) ->
                require(!name.endsWith(".log") || crc.equals(after.get(name)), base, what, "changed file=" + name));
    }

    private static Map<String, Long> digests(Path folder) throws IOException {
        Map<String, Long> digests = new TreeMap<>();
        for (Path file : Folders.files(folder, "*")) {
            CRC32C crc = new CRC32C();
            if (ReplacedFiles.isReadable(file)) {
                crc.update(Files.readAllBytes(file));
            }
            if (!file.endsWith("LOCK")) {
                digests.put(file.getFileName().toString(), crc.getValue());
            }
        }
        return digests;
    }

    private void require(boolean condition, DamageBase base, String what, String failure) {
        if (!condition) {
            throw new CrashTestException("damage-test: seed=" + seed + ", round=" + rounds + ", store=" + base.name()
                    + ", " + what + ": " + failure);
        }
    }
}
