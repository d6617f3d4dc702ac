import Foundation
import GeoSnap
import Testing

/// What pyproj answered, as Scripts/Oracles/pyproj_answers.py has written it.
enum PyprojAnswers {
  /// The rows that begin with a word, split into their other columns.
  static func rows(_ word: String) throws -> [[String]] {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Answers/pyproj.tsv")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .map { $0.split(separator: "\t").map(String.init) }
      .filter { $0[0] == word }.map { Array($0.dropFirst()) }
  }

  /// Two lines and how far they are apart, as Scripts/Oracles/geodesic_distances.py has written them.
  static func distances() throws -> [(String, String, Double)] {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Answers/distances.tsv")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
      let columns = line.split(separator: "\t").map(String.init)
      return (columns[0], columns[1], try #require(Double(columns[2])))
    }
  }
}

extension String {
  /// The numbers between commas.
  var numbers: [Double] { split(separator: ",").compactMap { Double($0) } }

  /// The place that the first two numbers are.
  var place: Coordinate { Coordinate(x: numbers[0], y: numbers[1]) }
}
