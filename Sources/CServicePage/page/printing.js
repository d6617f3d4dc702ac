// Print: a clean sheet with the map, what is brought out, the legend of what is in view, and a scale bar.

import { el } from "./dom.js";
import { figure } from "./names.js";
import { drawItems } from "./overlay.js";
import { roundLength } from "./scalebar.js";
import { swatch } from "./sheet.js";
import { drawRecords } from "./tiles.js";

const WIDTH = 1040;
const HEIGHT = 640;
const SHARP = 2;

/** Makes the sheet in light colours, prints it, and takes it away. */
export async function print(app) {
  const sheet = await buildSheet(app);
  document.getElementById("sheet")?.remove();
  document.body.append(sheet);
  await new Promise((done) => requestAnimationFrame(done));
  window.print();
}

async function buildSheet(app) {
  const { network, frame, service, looks } = app;
  const { lat, lng } = frame.map.getCenter();
  const scale = frame.scale;
  const canvas = el("canvas", { width: WIDTH * SHARP, height: HEIGHT * SHARP, role: "img", "aria-label": "Map" });
  const ctx = canvas.getContext("2d");
  const left = lng - WIDTH / 2 / scale;
  const top = lat + HEIGHT / 2 / scale;
  const project = ([x, y]) => [(x - left) * scale, (top - y) * scale];
  const seen = await drawTiles(ctx, { network, service, looks, left, top, scale, revision: app.revision });
  ctx.setTransform(SHARP, 0, 0, SHARP, 0, 0);
  drawItems(ctx, [...app.results.items(), ...app.sketch.items()], project, frame.emphasis);
  const bar = roundLength(scale, network.unit, 160);
  const line = el("div", { class: "sheet-scale" }, bar.text);
  line.style.width = `${bar.pixels}px`;
  return el(
    "section",
    { id: "sheet" },
    el(
      "header",
      {},
      el("h1", {}, network.name),
      el("p", {}, `Revision ${app.revision} · ${new Date().toLocaleDateString()}${network.unit === "m" ? ` · 1:${figure(Math.round(frame.ratio / 10) * 10, 0)}` : ""}`),
    ),
    canvas,
    el(
      "footer",
      {},
      line,
      el(
        "ul",
        { class: "sheet-legend" },
        network.layers
          .filter((layer) => seen.has(layer.number) && looks.isShown(layer))
          .map((layer) => el("li", {}, swatch(layer, app), layer.label)),
      ),
    ),
  );
}

async function drawTiles(ctx, { network, service, looks, left, top, scale, revision }) {
  const [minX, maxY, size] = network.square;
  const level = Math.max(0, Math.min(network.maxZoom, Math.round(Math.log2((size * scale) / 512))));
  const side = size / 2 ** level;
  const range = (from, to) => {
    const clamp = (value) => Math.max(0, Math.min(2 ** level - 1, Math.floor(value / side)));
    const [a, b] = [clamp(from), clamp(to)];
    return Array.from({ length: b - a + 1 }, (_, i) => a + i);
  };
  const seen = new Set();
  const tiles = range(left - minX, left + WIDTH / scale - minX).flatMap((x) =>
    range(maxY - top, maxY - top + HEIGHT / scale).map((y) => ({ x, y })),
  );
  await Promise.all(
    tiles.map(async ({ x, y }) => {
      const words = await service.tile(level, x, y, revision);
      for (let at = 0; at + 1 < words.length; at += 2 + 2 * words[at + 1]) seen.add(words[at]);
      ctx.save();
      const pixels = side * scale;
      ctx.setTransform(SHARP, 0, 0, SHARP, SHARP * (minX + x * side - left) * scale, SHARP * (top - maxY + y * side) * scale);
      ctx.beginPath();
      ctx.rect(0, 0, pixels, pixels);
      ctx.clip();
      drawRecords(ctx, words, pixels / network.tileUnits, network.layers, looks, scale);
      ctx.restore();
    }),
  );
  return seen;
}
