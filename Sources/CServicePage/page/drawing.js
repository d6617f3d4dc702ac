// A drawing: vertices, junctions placed along it, and the resulting edits.

import { lineText, pointText } from "./geometry.js";

const LEAST = { point: 1, line: 2, area: 3 };

export class Drawing {
  /** Places, each `{at, isSnapped}`. */
  vertices = [];
  /** Junctions that a remedy has placed, each `{type, at}`. */
  placed = [];
  attributes = {};
  movesShared = true;

  /** `type` is an asset type of the network; `feature` is the redrawn feature, or null. */
  constructor(type, feature = null) {
    this.type = type;
    this.feature = feature;
    if (feature) this.vertices = placesOf(feature.geometry).map((at) => ({ at, isSnapped: true }));
  }

  static canRedraw(geometry) {
    return placesOf(geometry) !== null;
  }

  get kind() {
    return this.feature ? { Point: "point", LineString: "line", Polygon: "area" }[this.feature.geometry.type] : this.type.kind;
  }

  get isComplete() {
    return this.vertices.length >= LEAST[this.kind];
  }

  get isEmpty() {
    return this.vertices.length === 0 && this.placed.length === 0;
  }

  get places() {
    return this.vertices.map(({ at }) => at);
  }

  add(at, isSnapped) {
    if (this.kind === "point") this.vertices = [];
    const last = this.vertices.at(-1)?.at;
    // A double click ends with two clicks at one place.
    if (last && last[0] === at[0] && last[1] === at[1]) return false;
    this.vertices.push({ at, isSnapped });
    return true;
  }

  /** Takes back the last vertex, and the junction that was placed for it. */
  takeBack() {
    const vertex = this.vertices.pop();
    if (vertex) this.placed = this.placed.filter(({ at }) => at.join() !== vertex.at.join());
    else this.placed.pop();
  }

  place(type, at) {
    this.placed.push({ type, at });
  }

  get geometryText() {
    const places = this.places;
    if (this.kind === "point") return pointText(places[0]);
    if (this.kind === "line") return lineText(places);
    return lineText([...places, places[0]]).replace("LINESTRING (", "POLYGON ((").replace(/\)$/, "))");
  }

  get geometry() {
    const places = this.places;
    if (this.kind === "point") return places.length ? { type: "Point", coordinates: places[0] } : null;
    if (this.kind === "area" && places.length > 2) return { type: "Polygon", coordinates: [[...places, places[0]]] };
    return places.length > 1 ? { type: "LineString", coordinates: places } : null;
  }

  get name() {
    const name = this.feature ? this.feature.assetType ?? this.feature.source : this.type.assetType;
    return `${this.feature ? (this.kind === "point" ? "Move" : "Redraw") : "Draw"} ${name}`;
  }

  /** The transaction, as `geosnap edit` takes it. */
  get transaction() {
    const placed = this.placed.map(({ type, at }) => draw(type, pointText(at)));
    const main = this.feature
      ? { redraw: named(this.feature), geometry: this.geometryText, movesSharedVertices: this.movesShared }
      : draw(this.type, this.geometryText, this.attributes);
    return { name: this.name, edits: [...placed, main] };
  }
}

/** The name of a feature in an edit. */
export function named(feature) {
  return feature.globalID ?? { table: feature.source, row: feature.row };
}

function draw(type, geometry, attributes = {}) {
  const edit = { draw: type.table, assetGroup: type.groupCode, assetType: type.typeCode, geometry };
  if (Object.keys(attributes).length) edit.attributes = attributes;
  return edit;
}

/** The places of a geometry that can be redrawn here (a point, one line, one ring), or else null. */
function placesOf(geometry) {
  switch (geometry?.type) {
    case "Point":
      return [geometry.coordinates.slice(0, 2)];
    case "LineString":
      return geometry.coordinates.map((place) => place.slice(0, 2));
    case "Polygon":
      return geometry.coordinates.length === 1 ? geometry.coordinates[0].slice(0, -1).map((place) => place.slice(0, 2)) : null;
    default:
      return null;
  }
}
