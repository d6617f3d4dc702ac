// Colours with enough contrast to their background.

/** A colour as [red, green, blue] from 0 to 255. */
export function channels(colour) {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  if (hex) return hex.slice(1).map((digits) => parseInt(digits, 16));
  return (colour.match(/[\d.]+/g) ?? [0, 0, 0]).slice(0, 3).map(Number);
}

/** The lightness of a colour, from 0 to 1. */
export function luminance(colour) {
  const [r, g, b] = channels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export function contrast(a, b) {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

/** The colour, moved towards black or white until it has enough contrast to a background. */
export function legible(colour, background, least = 3) {
  const target = luminance(background) > 0.2 ? 0 : 255;
  const from = channels(colour);
  for (let share = 0; share <= 1; share += 0.05) {
    const mixed = `rgb(${from.map((value) => Math.round(value + share * (target - value))).join(", ")})`;
    if (contrast(mixed, background) >= least) return mixed;
  }
  return target ? "rgb(255, 255, 255)" : "rgb(0, 0, 0)";
}
