package @package@;

import java.time.Instant;

/** One line of the guestbook. */
public record Entry(int number, String guest, Instant signedAt) {}
