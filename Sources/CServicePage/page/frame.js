// The map itself: the network's square as a plane, with the view kept in the address.

import * as L from "./leaflet/leaflet.js";

const SIDE = 256;

/** A reference system in which the network's square is the tile of level 0. */
function plane([minX, maxY, size]) {
  return L.extend({}, L.CRS, {
    projection: L.Projection.LonLat,
    transformation: new L.Transformation(1 / size, -minX / size, -1 / size, maxY / size),
    infinite: true,
    distance: (a, b) => Math.hypot(b.lng - a.lng, b.lat - a.lat),
  });
}

/** A length in metres as units of the network. */
function metres(length, { unit }) {
  return unit === "°" ? length / 111_000 : length;
}

/** The zoom at which a pixel is a millimetre: no drawing needs a finer one. */
function deepest(network) {
  return Math.min(network.maxZoom + 1, Math.max(8, Math.ceil(Math.log2(network.square[2] / SIDE / metres(0.001, network)))));
}

export class Frame {
  /** The number of pixels that are covered at the lower edge. */
  hiddenBelow = () => 0;

  /** Whether the user has not chosen the view yet. */
  isNew = false;

  constructor(element, network) {
    this.element = element;
    this.network = network;
    this.map = L.map(element, {
      crs: plane(network.square),
      minZoom: 1,
      maxZoom: deepest(network),
      attributionControl: false,
      zoomControl: false,
      doubleClickZoom: false,
      boxZoom: false,
      keyboard: false,
      wheelPxPerZoomLevel: 90,
      inertiaDeceleration: 2400,
    });
    this.#restore();
    this.map.on("moveend", () => this.#keep());
    new ResizeObserver(() => this.map.invalidateSize({ animate: false })).observe(element);
  }

  /** The number of pixels per map unit. */
  get scale() {
    return (SIDE * 2 ** this.map.getZoom()) / this.network.square[2];
  }

  /** A length in pixels as map units. */
  units(pixels) {
    return pixels / this.scale;
  }

  /** The factor for the size of many marks: at small scales they would hide each other. */
  get emphasis() {
    return Math.max(0.4, Math.min(1, 0.5 + 0.13 * Math.log2(this.scale * metres(4, this.network))));
  }

  get extent() {
    const bounds = this.map.getBounds();
    return [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
  }

  /** Converts a place of the map to the plane of overlays. */
  projection() {
    const [minX, maxY] = this.network.square;
    const scale = this.scale;
    const origin = this.map.getPixelOrigin();
    return ([x, y]) => [(x - minX) * scale - origin.x, (maxY - y) * scale - origin.y];
  }

  /** Converts a place of the map to pixels of the map's window. */
  pixel([x, y]) {
    const point = this.map.latLngToContainerPoint([y, x]);
    return [point.x, point.y];
  }

  /** Converts pixels of the map's window to a place. */
  place([x, y]) {
    const { lat, lng } = this.map.containerPointToLatLng([x, y]);
    return [lng, lat];
  }

  /** Shows a whole extent; a point without extent at a large scale. */
  fit([minX, minY, maxX, maxY], { least = 40, animate = !matchMedia("(prefers-reduced-motion: reduce)").matches } = {}) {
    const grow = Math.max(0, metres(least, this.network) - Math.max(maxX - minX, maxY - minY)) / 2;
    this.map.fitBounds(
      [
        [minY - grow, minX - grow],
        [maxY + grow, maxX + grow],
      ],
      { paddingTopLeft: [24, 70], paddingBottomRight: [24, 24 + this.hiddenBelow()], animate },
    );
  }

  whole() {
    this.fit(this.network.extent);
  }

  /** Moves to another square when the network has outgrown it; the view stays the same. */
  reshape([, , size]) {
    const { map, network } = this;
    const center = map.getCenter();
    const zoom = map.getZoom() + Math.round(Math.log2(network.square[2] / size));
    map.options.crs = plane(network.square);
    map.options.maxZoom = deepest(network);
    map.setView(center, zoom, { reset: true });
  }

  #restore() {
    const view = new URLSearchParams(location.hash.slice(1)).get("view")?.split(",").map(Number);
    if (view?.length === 3 && view.every(Number.isFinite)) this.map.setView([view[1], view[0]], view[2], { animate: false });
    else {
      const [minX, minY, maxX, maxY] = this.network.extent;
      this.map.fitBounds(
        [
          [minY, minX],
          [maxY, maxX],
        ],
        { animate: false, padding: [12, 12] },
      );
      this.isNew = true;
    }
  }

  #keep() {
    const { lat, lng } = this.map.getCenter();
    const digits = this.network.unit === "°" ? 8 : 2;
    try {
      history.replaceState(null, "", `#view=${lng.toFixed(digits)},${lat.toFixed(digits)},${this.map.getZoom()}`);
    } catch {
      // A browser limits the changes of the address per time, and throws beyond it: a later move sets the view there.
    }
  }
}
