import Foundation
import GeoSnap
import GeoSnapProjection
import GeoSnapTestSupport
import Testing

@Suite("Geodesic buffers")
struct GeodesicBufferTests {
  /// How far the outline of a buffer is from where it should be, at most: below and above the distance.
  ///
  /// Vertices of the outline and the middles of its edges, which are straight in the reference system.
  private func errors(
    _ ground: Geodesy,
    _ geometry: Geometry,
    _ buffer: Geometry,
    _ distance: Double
  ) throws -> (inside: Double, outside: Double) {
    var (inside, outside) = (0.0, 0.0)
    for ring in buffer.paths {
      for index in 1..<ring.count {
        let (one, other) = (ring[index - 1], ring[index])
        for place in [other, at((one.x + other.x) / 2, (one.y + other.y) / 2)] {
          let found = try #require(try ground.nearestLocation(on: geometry, to: place)).distance
          inside = max(inside, distance - found)
          outside = max(outside, found - distance)
        }
      }
    }
    return (inside, outside)
  }

  @Test(
    "The outline is at the distance from the geometry, within the deviation",
    arguments: seeds(Extent.count(6, long: 36))
  )
  func outline(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let system = [4326, 25832, 3857, 2263, 3413, 4326][Int(seed) % 6] as SRID
    let ground = try Geodesy(of: SpatialReference(srid: system))
    let center =
      switch system {
      case 25832: at(420_000, 5_367_000)
      case 3857: at(1_000_000, random.double(-9e6...9e6))
      case 2263: at(1_000_000, 200_000)
      case 3413: at(random.double(-2e6...2e6), 1_000_000)
      default: at(random.double(-178...178), random.double(-75...75))
      }
    let distance = [5, 100, 2_000, 50_000][Int(seed) % 4] * random.double(0.5...1.5)
    let step = max(distance, 50) * random.double(0.5...3)
    var places = [center]
    for _ in 0..<random.int(0...4) {
      let (last, azimuth) = (places[places.count - 1], random.double(-180...180))
      places.append(try ground.place(from: last, distance: step, azimuth: azimuth))
    }
    let geometry: Geometry =
      places.count == 1
      ? .point(Point(places[0], srid: system))
      : .lineString(try LineString(CoordinateSequence(places), srid: system))
    let deviation = seed.isMultiple(of: 5) ? distance * 1e-5 : nil
    let buffer = try ground.buffer(geometry, distance: distance, maxDeviation: deviation)
    #expect(try buffer.srid == system && buffer.isValid)
    let allowed = deviation ?? max(min(0.002 * distance, 0.01), 5e-7 * distance)
    let errors = try errors(ground, geometry, buffer, distance)
    #expect(errors.inside <= allowed, "seed \(seed) \(distance)")
    #expect(errors.outside <= 0.4 * allowed, "seed \(seed) \(distance)")
  }

  @Test("A pipeline of 300 kilometres is followed along its geodesic")
  func long() throws {
    let ground = try Geodesy(of: SpatialReference(srid: 4326))
    let line = try Geometry(wkt: "LINESTRING (5 52, 9.5 52.5)", srid: 4326)
    let buffer = try ground.buffer(line, distance: 50)
    let errors = try errors(ground, line, buffer, 50)
    #expect(buffer.type == .polygon && errors.inside <= 0.01 && errors.outside <= 0.004)
    let length = try ground.length(of: line)
    #expect(abs(try ground.area(of: buffer) - (length * 100 + .pi * 2_500)) < length * 0.01)
  }

  @Test("Areas grow by a positive distance and shrink by a negative one, holes the other way")
  func areas() throws {
    let ground = try Geodesy(of: SpatialReference(srid: 4326))
    let area = try Geometry(
      wkt: "POLYGON ((8 48, 8.1 48, 8.1 48.1, 8 48.1, 8 48), "
        + "(8.04 48.04, 8.06 48.04, 8.06 48.06, 8.04 48.06, 8.04 48.04))",
      srid: 4326
    )
    let size = try ground.area(of: area)
    let border = try ground.length(of: area)
    let more = try ground.buffer(area, distance: 100)
    let less = try ground.buffer(area, distance: -100)
    #expect(abs(try ground.area(of: more) - size - 100 * border) < 60_000)
    #expect(abs(size - (try ground.area(of: less)) - 100 * border) < 60_000)
    #expect(try more.covers(area) && area.covers(less) && more.paths.count == 2)
    #expect(try errors(ground, area, more, 100).inside <= 0.01)
    #expect(try errors(ground, area, less, 100).inside <= 0.01)
    #expect(try ground.buffer(area, distance: -10_000).isEmpty)
    #expect(try ground.buffer(Geometry(wkt: "POINT (8 48)", srid: 4326), distance: -1).isEmpty)
    let empty = try ground.buffer(Geometry(wkt: "LINESTRING EMPTY", srid: 4326), distance: 5)
    #expect(empty.type == .polygon && empty.isEmpty && empty.srid == 4326)
    #expect(try ground.buffer(area, distance: 0).equalsTopologically(area))
  }

  @Test("Across the antimeridian the outline goes on beyond 180 degrees, whichever way it was said")
  func antimeridian() throws {
    let ground = try Geodesy(of: SpatialReference(srid: 4326))
    for wkt in ["LINESTRING (179.9 10, -179.9 10)", "LINESTRING (179.9 10, 180.1 10)"] {
      let line = try Geometry(wkt: wkt)
      let buffer = try ground.buffer(line, distance: 1_000)
      let envelope = try #require(buffer.envelope)
      #expect(envelope.maxX > 180.1 && envelope.maxX < 180.2, "\(wkt)")
      #expect(envelope.minX > 179.8, "\(wkt)")
      #expect(try errors(ground, line, buffer, 1_000).inside <= 0.01, "\(wkt)")
      #expect(try buffer.normalizingCentralMeridian().type == .multiPolygon)
    }
    let ring = try Geometry(wkt: "POLYGON ((179.9 0, -179.9 0, -179.9 0.1, 179.9 0.1, 179.9 0))")
    let grown = try ground.buffer(ring, distance: 100)
    #expect(grown.type == .polygon)
    #expect(try ground.area(of: grown) > ground.area(of: ring))
  }

  @Test("A mixture is one area, of each of its members")
  func mixture() throws {
    let ground = try Geodesy(of: SpatialReference(srid: 25832))
    let mixed = try Geometry(
      wkt:
        "GEOMETRYCOLLECTION (POINT Z (420000 5367000 5), LINESTRING (420010 5367000, 420030 5367000), "
        + "POLYGON ((420100 5367000, 420120 5367000, 420120 5367020, 420100 5367000)))",
      srid: 25832
    )
    let buffer = try ground.buffer(mixed, distance: 6)
    #expect(try buffer.parts.count == 2 && !buffer.hasZ && buffer.covers(mixed))
  }
}
