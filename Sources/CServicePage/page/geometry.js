// Geometries for the page: GeoJSON, or well-known text.

/** The GeoJSON for well-known text of a point or a line, as in associations; GeoJSON stays unchanged. */
export function geoJSON(geometry) {
  if (!geometry || typeof geometry !== "string") return geometry ?? null;
  const [, type, , body] = /^\s*([A-Z]+)\s*(Z|M|ZM)?\s*\((.*)\)\s*$/i.exec(geometry) ?? [];
  if (!body) return null;
  const place = (text) => text.trim().split(/\s+/).slice(0, 2).map(Number);
  switch (type.toUpperCase()) {
    case "POINT":
      return { type: "Point", coordinates: place(body) };
    case "LINESTRING":
      return { type: "LineString", coordinates: body.split(",").map(place) };
    default:
      return null;
  }
}

/** Well-known text for places: a point, or a line. */
export function pointText([x, y]) {
  return `POINT (${x} ${y})`;
}

export function lineText(places) {
  return `LINESTRING (${places.map(([x, y]) => `${x} ${y}`).join(", ")})`;
}

/** All places of a geometry, with their parts. */
export function partsOf(geometry) {
  if (!geometry) return { points: [], lines: [], rings: [] };
  const { coordinates } = geometry;
  switch (geometry.type) {
    case "Point":
      return { points: [coordinates], lines: [], rings: [] };
    case "MultiPoint":
      return { points: coordinates, lines: [], rings: [] };
    case "LineString":
      return { points: [], lines: [coordinates], rings: [] };
    case "MultiLineString":
      return { points: [], lines: coordinates, rings: [] };
    case "Polygon":
      return { points: [], lines: [], rings: coordinates };
    case "MultiPolygon":
      return { points: [], lines: [], rings: coordinates.flat() };
    case "GeometryCollection": {
      const parts = geometry.geometries.map(partsOf);
      return {
        points: parts.flatMap((part) => part.points),
        lines: parts.flatMap((part) => part.lines),
        rings: parts.flatMap((part) => part.rings),
      };
    }
    default:
      return { points: [], lines: [], rings: [] };
  }
}

/** The smallest [minX, minY, maxX, maxY] around geometries; null when they have no place. */
export function extentOf(...geometries) {
  let extent = null;
  for (const geometry of geometries) {
    const { points, lines, rings } = partsOf(geometry);
    for (const part of [points, ...lines, ...rings])
      for (const [x, y] of part)
        extent = extent
          ? [Math.min(extent[0], x), Math.min(extent[1], y), Math.max(extent[2], x), Math.max(extent[3], y)]
          : [x, y, x, y];
  }
  return extent;
}

export function middleOf(geometry) {
  const { points, lines, rings } = partsOf(geometry);
  if (points.length) return points[0];
  if (lines.length) return along(lines[0]);
  const extent = rings.length ? extentOf(geometry) : null;
  return extent && [(extent[0] + extent[2]) / 2, (extent[1] + extent[3]) / 2];
}

/** The place in the middle of a line. */
function along(line) {
  let rest = lengthOf(line) / 2;
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1], line[i]];
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    if (length >= rest && length > 0) {
      const share = rest / length;
      return [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
    }
    rest -= length;
  }
  return line[0];
}

export function lengthOf(line) {
  let length = 0;
  for (let i = 1; i < line.length; i++) length += Math.hypot(line[i][0] - line[i - 1][0], line[i][1] - line[i - 1][1]);
  return length;
}

/** The fraction along a line of the place nearest to a given place, from 0 to 1. */
export function fractionAlong(line, [x, y]) {
  let best = { distance: Infinity, at: 0 };
  let passed = 0;
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1], line[i]];
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const square = dx * dx + dy * dy;
    const share = square ? Math.max(0, Math.min(1, ((x - a[0]) * dx + (y - a[1]) * dy) / square)) : 0;
    const distance = Math.hypot(a[0] + share * dx - x, a[1] + share * dy - y);
    const length = Math.sqrt(square);
    if (distance < best.distance) best = { distance, at: passed + share * length };
    passed += length;
  }
  return passed ? best.at / passed : 0;
}
