// How layers look: their colours on this theme, and sizes by scale.

import { legible } from "./contrast.js";
import { colour } from "./theme.js";

export class Looks {
  #network;
  #hidden = new Set();
  #colours = new Map();

  constructor(network) {
    this.#network = network;
    const points = network.layers.filter((layer) => layer.kind === "point");
    const count = points.reduce((sum, layer) => sum + layer.count, 0);
    /** How far points are from each other, in map units, were they spread evenly. */
    this.spacing = network.square[2] / Math.sqrt(Math.max(1, count));
  }

  isShown(layer) {
    return !this.#hidden.has(layer.number);
  }

  show(layer, isShown) {
    if (isShown) this.#hidden.delete(layer.number);
    else this.#hidden.add(layer.number);
  }

  get isAllShown() {
    return this.#hidden.size === 0;
  }

  forget() {
    this.#colours.clear();
  }

  colour(layer) {
    if (!this.#colours.has(layer.number)) {
      this.#colours.set(layer.number, legible(layer.color, colour("map"), 3));
    }
    return this.#colours.get(layer.number);
  }

  /** Width of lines and radius of points, in pixels, where a map unit has so many. */
  sizes(pixels) {
    const near = Math.log2((this.spacing * pixels) / 40);
    const clamp = (low, value, high) => Math.max(low, Math.min(high, value));
    return {
      line: clamp(0.9, 1 + 0.35 * near, 3.2),
      point: clamp(0.7, 0.7 + 0.75 * near, 4.6),
      /** From here on points are large enough to tell their shapes apart. */
      hasShapes: near > 3.4,
    };
  }

  /** The shape of a point: structures are squares, what contains is a diamond, else a disc. */
  shape(layer) {
    const table = this.#network.tables.find((table) => table.name === layer.table);
    const kind = (table?.kind ?? "").toLowerCase();
    if (table?.isStructure) return "square";
    if (kind.includes("assembly")) return "diamond";
    if (kind.includes("junction")) return "dot";
    return "disc";
  }
}
