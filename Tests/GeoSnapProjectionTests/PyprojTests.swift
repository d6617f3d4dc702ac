import Foundation
import GeoSnap
import GeoSnapProjection
import Testing

@Suite("Answers of pyproj")
struct PyprojTests {
  @Test("Transformations between 40 pairs of systems are those of pyproj, there and back")
  func transformations() throws {
    let rows = try PyprojAnswers.rows("transform")
    var made: [String: CoordinateTransformation] = [:]
    for row in rows {
      let pair = row[0] + " " + row[1]
      let area = row[2].numbers
      let transformation =
        try made[pair]
        ?? CoordinateTransformation(
          from: SpatialReference(parsing: row[0]),
          to: SpatialReference(parsing: row[1]),
          in: AreaOfUse(west: area[0], south: area[1], east: area[2], north: area[3])
        )
      made[pair] = transformation
      #expect(!transformation.isBallpark)
      #expect(row[3] == "-" || transformation.name.contains(row[3]), "\(transformation.name)")
      let given = row[4].numbers
      let answer = row[5].numbers
      let dimensions: CoordinateDimensions = given.count == 3 ? .xyz : .xy
      let sequence = CoordinateSequence(trusted: given, dimensions: dimensions)
      let found = try transformation.transform(sequence).ordinates
      let tolerance =
        transformation.target.kind == .geographic ? [1e-9, 1e-9, 1e-6] : [1e-6, 1e-6, 1e-6]
      for (index, value) in found.enumerated() {
        #expect(abs(value - answer[index]) <= tolerance[index], "\(row) \(found)")
      }
      let back = try transformation.inverse.transform(
        CoordinateSequence(trusted: found, dimensions: dimensions)
      ).ordinates
      for (index, value) in back.enumerated() {
        // Without heights a change of datum comes back to within millimetres; PROJ inverts equal-area
        // projections of an ellipsoid with a series that ends there.
        let isRough =
          row[3] != "-" && !dimensions.hasZ || ["EPSG:3035", "EPSG:6933"].contains(row[1])
        let sure = isRough ? 4e-8 : 1e-9
        #expect(abs(value - given[index]) <= (index == 2 ? 1e-4 : sure), "back: \(row) \(back)")
      }
    }
    #expect(made.count == 42)
    #expect(rows.count > 450)
  }

  @Test("Distances and directions between two places are those of pyproj")
  func inverse() throws {
    let geodesy = try systems("inverse")
    for row in try PyprojAnswers.rows("inverse") {
      let line = try #require(geodesy[row[0]]).line(from: row[1].place, to: row[2].place)
      let answer = row[3...5].map { Double($0) ?? .nan }
      let distance = answer[0]
      #expect(abs(line.distance - distance) < 1e-6, "\(row) \(line)")
      // A direction is as sure as a micrometre across the way; between nearly opposite places it turns fast.
      let sure = distance > 19_000_000 ? 1e-5 : 1e-9 + 1e-7 / distance
      #expect(abs(remainder(line.startAzimuth - answer[1], 360)) < sure, "\(row) \(line)")
      #expect(abs(remainder(line.endAzimuth - answer[2], 360)) < sure, "\(row) \(line)")
    }
  }

  @Test("The places that one comes to are those of pyproj")
  func direct() throws {
    let geodesy = try systems("direct")
    for row in try PyprojAnswers.rows("direct") {
      let ground = try #require(geodesy[row[0]])
      let (azimuth, distance) = (Double(row[2]) ?? .nan, Double(row[3]) ?? .nan)
      let place = try ground.place(from: row[1].place, distance: distance, azimuth: azimuth)
      // Around a pole longitudes say little: what counts is how far apart the places are.
      let missed = try ground.distance(from: place, to: row[4].place)
      #expect(missed < 1e-6, "\(row) \(place)")
    }
  }

  @Test("Lengths and areas are those of pyproj, in degrees and in projections")
  func measures() throws {
    let geodesy = try systems("measures")
    for row in try PyprojAnswers.rows("measures") {
      let ground = try #require(geodesy[row[0]])
      let ring = row[1].split(separator: " ").map { String($0).place }
      let polygon = Geometry.polygon(try Polygon(rings: [CoordinateSequence(ring)]))
      let (length, area) = (Double(row[2]) ?? .nan, Double(row[3]) ?? .nan)
      #expect(abs(try ground.length(of: polygon) - length) < 1e-6 + 1e-12 * length, "\(row)")
      // The area of a strip a micrometre wide along the border, which projections leave unsure.
      #expect(abs(try ground.area(of: polygon) - area) < 1e-6 * max(length, 1), "\(row)")
    }
  }

  private func systems(_ word: String) throws -> [String: Geodesy] {
    var systems: [String: Geodesy] = [:]
    for row in try PyprojAnswers.rows(word) where systems[row[0]] == nil {
      systems[row[0]] = try Geodesy(of: SpatialReference(parsing: row[0]))
    }
    return systems
  }
}
