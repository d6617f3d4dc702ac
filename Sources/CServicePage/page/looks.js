// The style of layers: their colours in this theme, and sizes by scale.

import { legible, luminance } from "./contrast.js";
import { colour } from "./theme.js";

/** Above it a colour alone is not distinctive. */
const PALE = 0.75;

export class Looks {
  #hidden = new Set();
  #colours = new Map();

  constructor(network) {
    const points = network.layers.filter((layer) => layer.kind === "point");
    const count = points.reduce((sum, layer) => sum + layer.count, 0);
    /** The distance between points, in map units, if they were spread evenly. */
    this.spacing = network.square[2] / Math.sqrt(Math.max(1, count));
  }

  isShown(layer) {
    return !this.#hidden.has(layer.label);
  }

  show(layer, isShown) {
    if (isShown) this.#hidden.delete(layer.label);
    else this.#hidden.add(layer.label);
  }

  forget() {
    this.#colours.clear();
  }

  colour(layer) {
    if (!this.#colours.has(layer.number)) {
      this.#colours.set(layer.number, legible(main(layer), colour("map")));
    }
    return this.#colours.get(layer.number);
  }

  /** The factors for widths and radii at a number of pixels per map unit. */
  sizes(pixels) {
    const near = Math.log2((this.spacing * pixels) / 40);
    const clamp = (low, value, high) => Math.max(low, Math.min(high, value));
    return {
      line: clamp(0.65, 0.65 + 0.12 * near, 1.5),
      point: clamp(0.22, 0.22 + 0.17 * near, 1.25),
      /** From here on points are large enough to distinguish their shapes. */
      hasShapes: near > 2.2,
    };
  }

  /** Whether a point is an outline: its inside is pale, and its border has the colour. */
  isOutline(layer) {
    return layer.kind === "point" && luminance(layer.fill) > PALE;
  }
}

/** The distinctive colour of a layer: for points their inside unless that is pale, otherwise the border. */
function main({ kind, stroke, fill }) {
  return kind === "point" && luminance(fill) <= PALE ? fill : stroke;
}
