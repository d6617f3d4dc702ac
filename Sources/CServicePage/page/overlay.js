// Highlights over the network: one canvas that moves with the map, and is drawn again when the map rests.

import * as L from "./leaflet/leaflet.js";
import { partsOf } from "./geometry.js";
import { shape } from "./shapes.js";
import { colour, onTheme } from "./theme.js";

/** The styles of items by their kind. Colours are names of theme.css. */
const LOOKS = {
  trace: { colour: "trace", width: 5, halo: 2.5, shape: "disc", size: 4.5, isMany: true },
  selected: { colour: "selected", width: 5, halo: 3, shape: "circle", size: 10, outline: 3, fill: 0.15 },
  found: { colour: "selected", width: 3, halo: 2, shape: "circle", size: 9, outline: 2.5 },
  connectivity: { colour: "connectivity", width: 2.5, dash: [7, 5], halo: 1.5 },
  attachment: { colour: "attachment", width: 2.5, dash: [1, 5], halo: 1.5 },
  containment: { colour: "containment", width: 2, dash: [10, 4, 2, 4], halo: 1.5 },
  content: { colour: "containment", width: 4, halo: 2.5, shape: "disc", size: 6 },
  container: { colour: "containment", width: 2, dash: [8, 5], fill: 0.08 },
  start: { colour: "start", shape: "triangle", size: 9, halo: 2.5 },
  barrier: { colour: "barrier", shape: "cross", size: 7, outline: 4, halo: 2.5 },
  stop: { colour: "barrier", shape: "square", size: 6, outline: 2.5, halo: 2 },
  error: { colour: "barrier", shape: "diamond", size: 8, outline: 2.5, halo: 2.5 },
  drawing: { colour: "drawing", width: 3, halo: 2.5, fill: 0.1 },
  ahead: { colour: "drawing", width: 2, dash: [5, 5], halo: 1.5 },
  handle: { colour: "drawing", shape: "square", size: 5.5, outline: 2, halo: 2 },
  held: { colour: "drawing", shape: "square", size: 8, halo: 2.5 },
  placed: { colour: "drawing", shape: "disc", size: 6, halo: 2.5 },
  allowed: { colour: "allowed", shape: "circle", size: 9, outline: 2.5, halo: 2 },
  limited: { colour: "limited", shape: "diamond", size: 9, outline: 3, halo: 2 },
  prevented: { colour: "prevented", shape: "cross", size: 8, outline: 3.5, halo: 2 },
  free: { colour: "ink", shape: "plus", size: 7, outline: 1.5, halo: 1.5 },
};

export const Overlay = L.Renderer.extend({
  options: { padding: 0.4 },

  initialize(frame, options) {
    L.setOptions(this, options);
    this._frame = frame;
    this._layers = {};
    this._groups = new Map();
    onTheme(() => this.paint());
  },

  /** Replaces the items `{geometry, look}` of a group. */
  show(group, items) {
    if (items.length) this._groups.set(group, items);
    else this._groups.delete(group);
    this.paint();
  },

  items() {
    return [...this._groups.values()].flat();
  },

  paint() {
    if (!this._map || !this._bounds || this._map._animatingZoom) return;
    const { min } = this._bounds;
    const ratio = window.devicePixelRatio || 1;
    const ctx = this._ctx;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, this._container.width, this._container.height);
    ctx.setTransform(ratio, 0, 0, ratio, -min.x * ratio, -min.y * ratio);
    drawItems(ctx, this.items(), this._frame.projection(), this._frame.emphasis);
  },

  _initContainer() {
    this._container = document.createElement("canvas");
    this._container.setAttribute("role", "presentation");
    this._ctx = this._container.getContext("2d");
  },

  _destroyContainer() {
    this._container.remove();
  },

  _updatePaths() {},

  _update() {
    if (this._map._animatingZoom && this._bounds) return;
    L.Renderer.prototype._update.call(this);
    const size = this._bounds.getSize();
    const ratio = window.devicePixelRatio || 1;
    L.DomUtil.setPosition(this._container, this._bounds.min);
    this._container.width = ratio * size.x;
    this._container.height = ratio * size.y;
    this._container.style.width = `${size.x}px`;
    this._container.style.height = `${size.y}px`;
    this.paint();
  },
});

/** Draws items at the places of `project`. Items of `emphasis` are smaller at small scales. */
export function drawItems(ctx, items, project, emphasis = 1) {
  ctx.lineJoin = ctx.lineCap = "round";
  const looks = [...new Set(items.map((item) => item.look))];
  const order = Object.keys(LOOKS);
  looks.sort((a, b) => (LOOKS[a].shape ? 1 : 0) - (LOOKS[b].shape ? 1 : 0) || order.indexOf(a) - order.indexOf(b));
  for (const name of looks) {
    const parts = items.filter((item) => item.look === name).map((item) => partsOf(item.geometry));
    drawParts(ctx, LOOKS[name].isMany ? sized(LOOKS[name], emphasis) : LOOKS[name], parts, project);
  }
}

/** A look for items that may be many, smaller by a factor. */
function sized(look, factor) {
  return { ...look, width: look.width * factor, size: look.size * factor, halo: look.halo * factor };
}

function drawParts(ctx, look, parts, project) {
  const lines = new Path2D();
  const areas = new Path2D();
  const points = [];
  for (const part of parts) {
    for (const line of part.lines) trail(lines, line, project);
    for (const ring of part.rings) {
      trail(areas, ring, project);
      areas.closePath();
    }
    for (const point of part.points) points.push(project(point));
  }
  const [ink, halo] = [colour(look.colour), colour("halo")];
  const width = look.width ?? 2;
  const stroke = (path, style, lineWidth, dash = []) => {
    ctx.strokeStyle = style;
    ctx.lineWidth = lineWidth;
    ctx.setLineDash(dash);
    ctx.stroke(path);
    ctx.setLineDash([]);
  };
  if (look.fill) {
    ctx.globalAlpha = look.fill;
    ctx.fillStyle = ink;
    ctx.fill(areas, "evenodd");
    ctx.globalAlpha = 1;
  }
  for (const path of [areas, lines]) {
    if (look.halo) stroke(path, halo, width + 2 * look.halo);
    stroke(path, ink, width, look.dash);
  }
  if (!points.length) return;
  const marks = new Path2D();
  for (const [x, y] of points) shape(marks, look.shape ?? "disc", x, y, look.size ?? 4);
  const isOpen = look.outline !== undefined;
  if (look.halo) stroke(marks, halo, (isOpen ? look.outline : 0) + 2 * look.halo);
  if (isOpen) {
    stroke(marks, ink, look.outline);
  } else {
    ctx.fillStyle = ink;
    ctx.fill(marks);
  }
}

function trail(path, line, project) {
  line.forEach((place, i) => {
    const [x, y] = project(place);
    if (i) path.lineTo(x, y);
    else path.moveTo(x, y);
  });
}
