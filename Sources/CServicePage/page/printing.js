// Print: a separate sheet with the map, its highlights, the legend of the view, and a scale bar.

import { el } from "./dom.js";
import { drawItems } from "./overlay.js";
import { roundLength } from "./scalebar.js";
import { swatch } from "./sheet.js";
import { inLight } from "./theme.js";
import { drawRecords } from "./tiles.js";

const WIDTH = 1040;
const HEIGHT = 640;
const SHARP = 2;

/** Makes the sheet in light colours, whatever the theme of the window, and prints it. */
export async function print(app) {
  const { lat, lng } = app.frame.map.getCenter();
  const { scale } = app.frame;
  const paper = { left: lng - WIDTH / 2 / scale, top: lat + HEIGHT / 2 / scale, scale };
  const tiles = await tilesOf(app, paper);
  app.looks.forget();
  const sheet = inLight(() => buildSheet(app, paper, tiles));
  app.looks.forget();
  document.getElementById("sheet")?.remove();
  document.body.append(sheet);
  await new Promise((done) => requestAnimationFrame(done));
  // The sheet shows the present state: a later print by the browser has none.
  addEventListener("afterprint", () => sheet.remove(), { once: true });
  window.print();
}

/** The tiles in a rectangle of paper, each with its square. */
async function tilesOf({ network, service, revision }, { left, top, scale }) {
  const [minX, maxY, size] = network.square;
  const level = Math.max(0, Math.min(network.maxZoom, Math.round(Math.log2((size * scale) / 512))));
  const side = size / 2 ** level;
  const range = (from, length) => {
    const clamp = (value) => Math.max(0, Math.min(2 ** level - 1, Math.floor(value / side)));
    const [first, last] = [clamp(from), clamp(from + length / scale)];
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  };
  const places = range(left - minX, WIDTH).flatMap((x) => range(maxY - top, HEIGHT).map((y) => ({ x, y })));
  return Promise.all(
    places.map(async ({ x, y }) => ({
      words: await service.tile(level, x, y, revision),
      left: minX + x * side,
      top: maxY - y * side,
      side,
    })),
  );
}

function buildSheet(app, { left, top, scale }, tiles) {
  const { network, looks } = app;
  const canvas = el("canvas", { width: WIDTH * SHARP, height: HEIGHT * SHARP, role: "img", "aria-label": "Map" });
  const ctx = canvas.getContext("2d");
  const project = ([x, y]) => [(x - left) * scale, (top - y) * scale];
  const seen = new Set();
  for (const tile of tiles) {
    for (let at = 0; at + 1 < tile.words.length; at += 2 + 2 * tile.words[at + 1]) seen.add(tile.words[at]);
    const [x, y] = project([tile.left, tile.top]);
    const pixels = tile.side * scale;
    ctx.save();
    ctx.setTransform(SHARP, 0, 0, SHARP, SHARP * x, SHARP * y);
    ctx.beginPath();
    ctx.rect(0, 0, pixels, pixels);
    ctx.clip();
    drawRecords(ctx, tile.words, pixels / network.tileUnits, network.layers, looks, scale);
    ctx.restore();
  }
  ctx.setTransform(SHARP, 0, 0, SHARP, 0, 0);
  drawItems(ctx, [...app.results.items(), ...app.sketch.items()], project, app.frame.emphasis);
  drawScale(ctx, roundLength(scale, network.unit, 160));
  return el(
    "section",
    { id: "sheet" },
    el("header", {}, el("h1", {}, network.name), el("p", {}, new Date().toLocaleString())),
    canvas,
    el(
      "ul",
      { class: "sheet-legend" },
      network.layers
        .filter((layer) => seen.has(layer.number) && looks.isShown(layer))
        .map((layer) => el("li", {}, swatch(layer, app), layer.label)),
    ),
  );
}

/** The scale bar is part of the map, so that it stays right on any paper size. */
function drawScale(ctx, { pixels, text }) {
  const [x, y] = [WIDTH - pixels - 16, HEIGHT - 14];
  ctx.fillStyle = "#fff";
  ctx.fillRect(x - 8, y - 20, pixels + 16, 28);
  ctx.strokeStyle = ctx.fillStyle = "#000";
  ctx.lineWidth = 1.5;
  ctx.strokeRect(x - 8, y - 20, pixels + 16, 28);
  ctx.beginPath();
  ctx.moveTo(x, y - 6);
  ctx.lineTo(x, y);
  ctx.lineTo(x + pixels, y);
  ctx.lineTo(x + pixels, y - 6);
  ctx.stroke();
  ctx.font = "12px sans-serif";
  ctx.textAlign = "center";
  ctx.fillText(text, x + pixels / 2, y - 5);
}
