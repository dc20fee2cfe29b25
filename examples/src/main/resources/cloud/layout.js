// Places words around the middle of a box: the largest first, each at the next free place of a spiral.

/**
 * @param {{text: string, width: number, height: number}[]} words the largest first
 * @param {number} width of the box
 * @param {number} height of the box
 * @returns {({x: number, y: number} | null)[]} their middles, from the middle of the box; null where there is no room
 */
export function place(words, width, height) {
  const placed = [];
  const flat = Math.max(0.5, Math.min(2.4, width / Math.max(1, height)));
  return words.map(word => {
    const spot = freeSpot(word, placed, width, height, flat);
    if (spot) {
      placed.push({ ...word, ...spot });
    }
    return spot;
  });
}

function freeSpot(word, placed, width, height, flat) {
  const reach = Math.hypot(width / 2, height / 2);
  const turn = angleOf(word.text);
  for (let step = 0; ; step += 1) {
    const radius = 3.2 * Math.sqrt(step) * 1.6;
    if (radius > reach) {
      return null;
    }
    const angle = turn + 0.55 * Math.sqrt(step) * 4;
    const x = radius * Math.cos(angle) * Math.sqrt(flat);
    const y = radius * Math.sin(angle) / Math.sqrt(flat);
    if (isInside(word, x, y, width, height) && !placed.some(other => overlaps(word, x, y, other))) {
      return { x, y };
    }
  }
}

function isInside(word, x, y, width, height) {
  return Math.abs(x) + word.width / 2 <= width / 2 && Math.abs(y) + word.height / 2 <= height / 2;
}

function overlaps(word, x, y, other) {
  return Math.abs(x - other.x) < (word.width + other.width) / 2 + 6 && Math.abs(y - other.y) < (word.height + other.height) / 2 + 2;
}

/** The same for a text each time, so that words keep their side of the cloud. */
export function angleOf(text) {
  let hash = 2166136261;
  for (const unit of text) {
    hash = Math.imul(hash ^ unit.codePointAt(0), 16777619);
  }
  return ((hash >>> 0) / 2 ** 32) * 2 * Math.PI;
}
