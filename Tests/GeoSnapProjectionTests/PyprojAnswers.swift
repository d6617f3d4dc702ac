import Foundation
import GeoSnap
import GeoSnapProjection
import Testing

/// What pyproj answered, as Scripts/Oracles/pyproj_answers.py and geodesic_distances.py have written it.
enum PyprojAnswers {
  static func rows(of file: String) throws -> [[String]] {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Answers/\(file)")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .map { $0.split(separator: "\t").map(String.init) }
  }

  /// The rows that begin with a word, without it.
  static func rows(_ word: String) throws -> [[String]] {
    try rows(of: "pyproj.tsv").filter { $0[0] == word }.map { Array($0.dropFirst()) }
  }
}

extension String {
  var numbers: [Double] { split(separator: ",").compactMap { Double($0) } }

  var place: Coordinate { Coordinate(x: numbers[0], y: numbers[1]) }
}

func at(_ x: Double, _ y: Double) -> Coordinate { Coordinate(x: x, y: y) }

func transformation(_ source: SRID, _ target: SRID) throws -> CoordinateTransformation {
  try CoordinateTransformation(
    from: SpatialReference(srid: source),
    to: SpatialReference(srid: target)
  )
}

func code<Answer>(_ body: () throws -> Answer) -> ProjectionError.Code? {
  do { _ = try body() } catch { return (error as? ProjectionError)?.code }
  return nil
}
