// The densest part of a network, which is shown first when the whole would be a dot in an empty area.

const GRID = 24;
const LEAST = 0.08;

/** The extent of the densest part, by the records of tile 0; the extent of the network when its density is even. */
export function coreExtent(words, network) {
  const counts = new Float64Array(GRID * GRID);
  const cell = (value) => Math.max(0, Math.min(GRID - 1, Math.floor((value * GRID) / network.tileUnits)));
  for (let at = 0; at + 1 < words.length; at += 2 + 2 * words[at + 1])
    for (let i = at + 2; i < at + 2 + 2 * words[at + 1]; i += 2) counts[cell(words[i]) + GRID * cell(words[i + 1])]++;
  const most = Math.max(...counts);
  if (!most) return network.extent;
  const seen = new Set([counts.indexOf(most)]);
  for (const one of seen) {
    const [x, y] = [one % GRID, Math.floor(one / GRID)];
    for (let dy = -1; dy <= 1; dy++)
      for (let dx = -1; dx <= 1; dx++) {
        const isIn = x + dx >= 0 && x + dx < GRID && y + dy >= 0 && y + dy < GRID;
        const next = one + dx + GRID * dy;
        if (isIn && counts[next] >= LEAST * most) seen.add(next);
      }
  }
  const [xs, ys] = [[...seen].map((one) => one % GRID), [...seen].map((one) => Math.floor(one / GRID))];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs) + 1, Math.min(...ys), Math.max(...ys) + 1];
  const [minX, maxY, size] = network.square;
  const [x0, y0, x1, y1] = network.extent;
  if (Math.max(right - left, bottom - top) * (size / GRID) > 0.6 * Math.max(x1 - x0, y1 - y0)) return network.extent;
  return [
    Math.max(x0, minX + (left * size) / GRID),
    Math.max(y0, maxY - (bottom * size) / GRID),
    Math.min(x1, minX + (right * size) / GRID),
    Math.min(y1, maxY - (top * size) / GRID),
  ];
}
