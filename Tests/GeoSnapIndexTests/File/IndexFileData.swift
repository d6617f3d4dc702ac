import Foundation
import GeoSnap
import GeoSnapTestSupport
import Testing

@testable import GeoSnapIndex

/// A folder for the files of one test, gone with the value.
final class IndexFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "geosnap-index-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String = "network.gsindex") -> String { path + "/" + name }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }
}

/// Features that take every form in which an index keeps entries.
enum IndexedScene: CaseIterable, CustomTestStringConvertible {
  case nothing, onePoint, mixed, asTheyAre, offGrid, negativeZeros, greatNumbers, threeLevels

  var testDescription: String { "\(self)" }

  func geometries() throws -> [Geometry?] {
    var random = SplitMix(seed: 20_261)
    switch self {
    case .nothing: return [nil, .lineString(try LineString([]))]
    case .onePoint: return [nil, .point(Point(x: 3.25, y: -7.5))]
    case .mixed: return try Scene.lattice.geometries(300, &random)
    case .asTheyAre: return try Scene.extreme.geometries(200, &random)
    case .negativeZeros: return try Scene.collinear.geometries(60, &random)
    case .offGrid:
      return (0..<700).map { feature in
        var place = Coordinate(
          x: 5e5 + Double(Int.random(in: 0...999_999, using: &random)) / 1000,
          y: 5e6 + Double(Int.random(in: 0...999_999, using: &random)) / 1000
        )
        if feature % 40 == 7 { place.x = place.x.nextUp }
        return .point(Point(place))
      }
    case .greatNumbers:
      let line = try LineString(
        CoordinateSequence(
          (0..<1500).map { Coordinate(x: Double($0), y: Double($0 % 7)) }
        )
      )
      let parts = try MultiLineString(
        parts: (0..<40).map { part in
          CoordinateSequence((0..<40).map { Coordinate(x: Double($0), y: Double(part) * 0.5) })
        }
      )
      return [.lineString(line), nil, .multiLineString(parts)]
    case .threeLevels:
      return (0..<4500).map { feature in
        .point(Point(x: Double(feature % 71) * 0.25, y: Double(feature / 71) * 0.25))
      }
    }
  }

  /// Places to ask about: near the data, on it, and far away.
  func places(_ geometries: [Geometry?], _ count: Int) -> [Coordinate] {
    var random = SplitMix(seed: 42)
    let known = geometries.compactMap { $0?.envelope?.center }
    var places = [
      Coordinate(x: 0, y: 0), Coordinate(x: -1e150, y: 1e150), Coordinate(x: .nan, y: 1),
    ]
    for _ in 0..<count {
      guard var place = known.randomElement(using: &random) else { return places }
      if Bool.random(using: &random) { place.x += .random(in: -1...1, using: &random) }
      places.append(place)
    }
    return places
  }
}

/// Every kind of query, answered into one list that can be compared.
func answers(of index: FeatureIndex, at places: [Coordinate]) -> [[AnyHashable]] {
  var answers: [[AnyHashable]] = []
  for tolerance in [0, 0.6, 30, .infinity] {
    for place in places {
      var found: [AnyHashable] = []
      index.forEachSegment(within: tolerance, of: place) { found.append($0) }
      index.forEachVertex(within: tolerance, of: place) { found.append($0) }
      answers.append(found)
      answers.append(index.hits(at: place, within: tolerance))
      answers.append(index.nearest(to: place, count: 3, within: tolerance))
      answers.append(index.nearestSegments(to: place, count: 5, within: tolerance))
      answers.append([index.nearestSegment(to: place, within: tolerance)])
      answers.append([index.nearestVertex(to: place, within: tolerance)])
      let extent = Envelope(around: place, radius: min(tolerance, 1e9))
      answers.append(index.features(intersecting: extent))
      answers.append(index.segments(intersecting: extent))
    }
  }
  for tolerance in [0.6, 30] {
    index.forEachAnswer(within: tolerance, ofEach: places.span) { place, hits in
      answers.append([place])
      answers.append(hits)
    }
  }
  return answers
}
