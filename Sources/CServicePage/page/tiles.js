// The network as tiles: canvases drawn from the records of the service.

import * as L from "./leaflet/leaflet.js";
import { shape } from "./shapes.js";
import { colour } from "./theme.js";

/** The side of a tile on the screen. Level Z of the service is level Z + 1 of the map, whose tiles have 256 pixels. */
export const TILE = 512;

/** Tiles around the view are loaded early, so that panning moves tiles that exist. */
const MARGIN = 256;

export const NetworkTiles = L.GridLayer.extend({
  initialize(service, network, looks) {
    L.setOptions(this, {
      tileSize: TILE,
      minZoom: 1,
      maxNativeZoom: network.maxZoom + 1,
      bounds: bounds(network),
      updateWhenIdle: true,
      updateWhenZooming: false,
      keepBuffer: 1,
    });
    this._service = service;
    this._network = network;
    this._looks = looks;
    this.revision = network.revision;
    this.on("tileunload", (event) => event.tile.fetching?.abort());
  },

  createTile(coords, done) {
    const tile = document.createElement("canvas");
    tile.setAttribute("role", "presentation");
    tile.done = done;
    this._fetch(tile, coords);
    return tile;
  },

  /** Loads all tiles again; each is drawn when it arrives, so that the map does not flicker. */
  refresh(revision) {
    this.revision = revision;
    this.options.bounds = bounds(this._network);
    for (const { el, coords } of Object.values(this._tiles)) this._fetch(el, coords);
  },

  /** Draws the loaded tiles with the current layers and colours. */
  redrawTiles() {
    for (const { el, coords } of Object.values(this._tiles)) this._draw(el, coords);
  },

  /** Loads a tile, instead of a pending request, and draws it. It is shown when the first records have come. */
  async _fetch(tile, coords) {
    tile.fetching?.abort();
    const fetching = (tile.fetching = new AbortController());
    let failure = null;
    try {
      const words = await this._service.tile(coords.z - 1, coords.x, coords.y, this.revision, fetching.signal);
      if (tile.fetching !== fetching) return;
      tile.words = words;
      this._draw(tile, coords);
    } catch (error) {
      if (fetching.signal.aborted) return;
      failure = error;
    }
    tile.done?.(failure, tile);
    tile.done = null;
  },

  _draw(tile, coords) {
    if (!tile.words) return;
    const ratio = window.devicePixelRatio || 1;
    tile.width = tile.height = TILE * ratio;
    const ctx = tile.getContext("2d");
    ctx.scale(ratio, ratio);
    const side = this._network.square[2] / 2 ** (coords.z - 1);
    drawRecords(ctx, tile.words, TILE / this._network.tileUnits, this._network.layers, this._looks, TILE / side);
  },

  _getTiledPixelBounds(center) {
    const bounds = L.GridLayer.prototype._getTiledPixelBounds.call(this, center);
    const margin = L.point(MARGIN, MARGIN);
    return L.bounds(bounds.min.subtract(margin), bounds.max.add(margin));
  },
});

/** Slightly less than the square, since there are no tiles beyond its sides, whatever the rounding. */
function bounds({ square: [minX, maxY, size] }) {
  return L.latLngBounds([maxY - size * (1 - 1e-6), minX + size * 1e-6], [maxY - size * 1e-6, minX + size * (1 - 1e-6)]);
}

/** Draws records layer by layer, from the bottom to the top. `scale` is the number of pixels per unit of the tile. */
export function drawRecords(ctx, words, scale, layers, looks, pixels) {
  const found = new Map();
  for (let at = 0; at + 1 < words.length; at += 2 + 2 * words[at + 1]) {
    if (!found.has(words[at])) found.set(words[at], []);
    found.get(words[at]).push(at);
  }
  const sizes = looks.sizes(pixels);
  ctx.lineJoin = ctx.lineCap = "round";
  for (const layer of layers) {
    const records = looks.isShown(layer) && found.get(layer.number);
    if (records) DRAWN[layer.kind](ctx, words, records, scale, layer, looks, sizes);
  }
}

const DRAWN = {
  area(ctx, words, records, scale, layer, looks) {
    trail(ctx, words, records, scale, true);
    ctx.globalAlpha = 0.16;
    ctx.fillStyle = ctx.strokeStyle = looks.colour(layer);
    ctx.fill("evenodd");
    ctx.globalAlpha = 1;
    ctx.lineWidth = layer.width;
    ctx.stroke();
  },

  line(ctx, words, records, scale, layer, looks, sizes) {
    trail(ctx, words, records, scale, false);
    ctx.strokeStyle = looks.colour(layer);
    ctx.lineWidth = layer.width * sizes.line;
    ctx.setLineDash(layer.dash ? layer.dash.split(/[ ,]+/).map(Number) : []);
    ctx.stroke();
    ctx.setLineDash([]);
  },

  point(ctx, words, records, scale, layer, looks, sizes) {
    const radius = Math.max(0.6, layer.radius * sizes.point);
    ctx.beginPath();
    for (const record of records) {
      const end = record + 2 + 2 * words[record + 1];
      for (let i = record + 2; i < end; i += 2) {
        const [x, y] = [words[i] * scale, words[i + 1] * scale];
        if (sizes.hasShapes) shape(ctx, layer.symbol, x, y, radius);
        else ctx.rect(x - radius, y - radius, 2 * radius, 2 * radius);
      }
    }
    const isOutline = looks.isOutline(layer);
    const inside = isOutline && sizes.hasShapes ? colour("map") : looks.colour(layer);
    ctx.fillStyle = inside;
    if (sizes.hasShapes) {
      ctx.lineWidth = 1.3;
      ctx.strokeStyle = isOutline ? looks.colour(layer) : colour("map");
      ctx.stroke();
    }
    ctx.fill();
    if (sizes.hasShapes && isOutline) ctx.stroke();
  },
};

function trail(ctx, words, records, scale, isClosed) {
  ctx.beginPath();
  for (const record of records) {
    const end = record + 2 + 2 * words[record + 1];
    ctx.moveTo(words[record + 2] * scale, words[record + 3] * scale);
    for (let i = record + 4; i < end; i += 2) ctx.lineTo(words[i] * scale, words[i + 1] * scale);
    if (isClosed) ctx.closePath();
  }
}
