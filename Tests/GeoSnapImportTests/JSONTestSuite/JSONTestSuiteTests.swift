import Foundation
import GeoSnap
import GeoSnapImport
import Testing

/// The JSON Parsing Test Suite of Nicolas Seriot.
///
/// `cases.tsv` has each file of commit 1ef36fa in Base64, and the beginning of the two long ones. Files `y_` are JSON,
/// files `n_` are not, and a reader may accept or refuse files `i_`.
@Suite("The JSON test suite")
struct JSONTestSuiteTests {
  struct Door: Sendable {
    let name: String
    let reads: @Sendable ([UInt8]) throws -> Void
    /// The files `n_` and `i_` that it reads; of `y_` it refuses `twice`.
    let accepted: [String]
  }

  static let twice = ["y_object_duplicated_key", "y_object_duplicated_key_and_value"]
  static let finite = [
    "i_number_double_huge_neg_exp", "i_number_real_underflow", "i_number_too_big_neg_int",
    "i_number_too_big_pos_int", "i_number_very_big_negative_int",
  ]
  static let infinite = [
    "i_number_huge_exp", "i_number_neg_int_huge_exp", "i_number_pos_double_huge_exp",
    "i_number_real_neg_overflow", "i_number_real_pos_overflow",
  ]
  /// Halves of surrogate pairs, which imports read as U+FFFD.
  static let halves = [
    "i_object_key_lone_2nd_surrogate", "i_string_1st_surrogate_but_2nd_missing",
    "i_string_1st_valid_surrogate_2nd_invalid", "i_string_incomplete_surrogate_and_escape_valid",
    "i_string_incomplete_surrogate_pair", "i_string_incomplete_surrogates_escape_valid",
    "i_string_invalid_lonely_surrogate", "i_string_invalid_surrogate",
    "i_string_inverted_surrogates_U+1D11E", "i_string_lone_second_surrogate",
  ]
  /// What Python writes for numbers that are not finite.
  static let python = ["n_number_NaN", "n_number_infinity", "n_number_minus_infinity"]

  static let doors = [
    Door(
      name: "properties of GeoJSON",
      reads: { bytes in
        var reader = GeoJSONReader()
        let start = #"{"type":"Feature","geometry":null,"properties":{"p":"#
        reader.append(Array(start.utf8) + bytes + Array("}}".utf8))
        reader.finish()
        while try reader.next() != nil {}
      },
      accepted: finite
    ),
    Door(
      name: "attributes of Esri JSON",
      reads: { bytes in
        var reader = EsriJSONReader()
        let start = #"{"features":[{"geometry":{"x":1,"y":2},"attributes":{"p":"#
        reader.append(Array(start.utf8) + bytes + Array("}}]}".utf8))
        reader.finish()
        while try reader.next() != nil {}
      },
      accepted: finite
    ),
    Door(
      name: "imports, definitions and transactions",
      reads: { _ = try JSONParser.parse($0, path: "$") },
      accepted: finite + infinite + halves + python + ["i_structure_UTF-8_BOM_empty_object"]
    ),
  ]

  @Test("Each reader accepts and refuses what the page on geometry says", arguments: doors.indices)
  func cases(index: Int) throws {
    let door = Self.doors[index]
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "cases.tsv")
    var wrong: [String] = []
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    for line in lines {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      let (name, bytes) = (fields[0], [UInt8](try #require(Data(base64Encoded: fields[1]))))
      let isAccepted = (try? door.reads(bytes)) != nil
      let isExpected =
        door.accepted.contains(name) || name.hasPrefix("y_") && !Self.twice.contains(name)
      if isAccepted != isExpected { wrong.append(name) }
    }
    #expect(wrong == [] && lines.count == 318, "\(door.name)")
  }
}
