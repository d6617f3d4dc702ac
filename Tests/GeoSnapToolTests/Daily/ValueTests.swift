import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

/// Features with values of all kinds go through each form and come back.
@Suite("Values arrive as they are")
struct ValueTests {
  private static let rows = Extent.count(25, long: 100)

  @Test(
    "Each value and id of GeoJSON is the same behind every form",
    arguments: seeds(Extent.count(8, long: 200))
  )
  func convert(seed: UInt64) throws {
    let features = Self.features(seed)
    let folder = try ScratchFolder()
    let from = folder.path("in.geojson")
    try Self.write(features, to: from)
    for form in ["geojson", "geojsonl", "esrijson", "gpkg", "csv"] {
      let place: Comment = "seed \(seed), \(form)"
      let there = folder.path("there.\(form)")
      let back = folder.path("back.geojson")
      try run(["convert", from, there, "--force"], place)
      let table = form == "gpkg" ? ["--table", "there"] : []
      let text = form == "csv" ? ["--srid", "4326"] : []
      try run(["convert", there, back, "--force"] + table + text, place)
      try compare(features, Self.read(back), isText: form == "csv", place) { name, _ in name }
    }
  }

  @Test(
    "Each value is the same in a network, of GeoJSON and of a GeoPackage",
    arguments: seeds(Extent.count(4, long: 100))
  )
  func importing(seed: UInt64) throws {
    let features = Self.features(seed)
    let folder = try ScratchFolder()
    try Self.write(features, to: folder.path("in.geojson"))
    try run(["convert", folder.path("in.geojson"), folder.path("in.gpkg")], "seed \(seed)")
    for data in [#""in.geojson""#, #"{"file": "in.gpkg", "table": "in"}"#] {
      let place: Comment = "seed \(seed), \(data)"
      try Data(
        #"{"domainNetworks":[{"name":"W"}],"sources":[{"name":"P","usage":"device","data":\#(data)}]}"#
          .utf8
      ).write(to: folder.url("m.json"))
      let network = folder.path("net.gpkg")
      let made = try run(["import", "gis", folder.path("m.json"), network, "--force"], place)
      try run(["export", network, folder.path("back.geojson"), "--force"], place)
      let back = try Self.read(folder.path("back.geojson"))
      let hasFlags = made.output.contains("True and false are kept as 1 and 0")
      try compare(features, back, hasFlags: hasFlags, place) { name, row in
        row[name] == nil && row[name + "_"] != nil ? name + "_" : name
      }
      guard data.hasSuffix(#""in.geojson""#) else { continue }
      for (number, feature) in features.enumerated() {
        let id = feature.id.map(Self.plain) ?? "\(number + 1)"
        #expect(
          back[number].properties?["ORIGIN"] == .text("in/\(id.isEmpty ? "\(number + 1)" : id)"),
          place
        )
      }
    }
  }

  @discardableResult
  private func run(_ arguments: [String], _ place: Comment) throws -> CommandLineRun {
    let run = try CommandLineRun(arguments)
    try #require(run.exitCode == 0, "\(place): \(arguments) \(run.errors)")
    return run
  }

  private func compare(
    _ features: [GeoJSONFeature],
    _ back: [GeoJSONFeature],
    isText: Bool = false,
    hasFlags: Bool = false,
    _ place: Comment,
    named: (String, [String: JSONFragment]) -> String
  ) throws {
    try #require(features.count == back.count, place)
    for (number, (feature, found)) in zip(features, back).enumerated() {
      let row = found.properties ?? [:]
      for (name, value) in feature.properties ?? [:] {
        let arrived = row[named(name, row)] ?? .null
        #expect(
          Self.isSame(value, arrived, isText: isText, hasFlags: hasFlags),
          "\(place), feature \(number + 1), \(name): \(value) became \(arrived)"
        )
      }
      guard let id = feature.id, found.properties?["GLOBALID"] == nil else { continue }
      let ids = [found.id] + row.filter { $0.key.hasPrefix("id") }.map(\.value)
      #expect(
        ids.contains { Self.isSame(id, $0 ?? .null, isText: isText, hasFlags: false) },
        "\(place), feature \(number + 1): the id \(id) became \(ids)"
      )
    }
  }

  /// Whether a value is the same, or its text where its column holds texts.
  private static func isSame(
    _ value: JSONFragment,
    _ arrived: JSONFragment,
    isText: Bool,
    hasFlags: Bool
  ) -> Bool {
    if value == arrived { return true }
    switch (value, arrived) {
    case (.text(""), .null), (.null, .text("")): return isText
    case (.boolean(let flag), .integer(let number)): return hasFlags && number == (flag ? 1 : 0)
    case (.integer(let whole), .real(let number)): return Int64(exactly: number) == whole
    case (.real(let number), .integer(let whole)): return Int64(exactly: number) == whole
    case (.real(let number), .text(let text)): return Double(text) == number
    case (.array, .text(let text)), (.object, .text(let text)):
      return JSONFragment(json: text).map { isEqual(value, $0) } ?? false
    case (_, .text(let text)): return plain(value) == text
    default: return false
    }
  }

  private static func isEqual(_ value: JSONFragment, _ other: JSONFragment) -> Bool {
    switch (value, other) {
    case (.array(let values), .array(let others)):
      values.count == others.count && zip(values, others).allSatisfy { isEqual($0, $1) }
    case (.object(let values), .object(let others)):
      values.count == others.count
        && values.allSatisfy { key, value in others[key].map { isEqual(value, $0) } ?? false }
    case (.integer(let whole), .real(let number)), (.real(let number), .integer(let whole)):
      Int64(exactly: number) == whole
    default: value == other
    }
  }

  private static func plain(_ value: JSONFragment) -> String {
    switch value {
    case .null: ""
    case .boolean(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): text
    case .array, .object: "\(value)"
    }
  }

  private static func features(_ seed: UInt64) -> [GeoJSONFeature] {
    var random = SeededGenerator(seed: seed)
    let names = ["a", "b", "Ä", "id", "big", "x y", "k", "fid", "m\"n"].filter { _ in
      random.int(0...3) > 0
    }
    // What a column holds: of most one kind.
    let kinds = Dictionary(
      uniqueKeysWithValues: names.map { name in
        (name, (0...(random.int(0...2) == 0 ? 2 : 0)).map { _ in random.int(1...8) })
      }
    )
    let idKind = [0, 2, 5, 2, 9][random.int(0...4)]
    return (0..<rows).map { number in
      var properties: [String: JSONFragment] = [:]
      for name in names where random.int(0...9) > 0 {
        let kinds = kinds[name] ?? []
        properties[name] =
          random.int(0...9) == 0 ? .null : value(kinds[random.int(0...kinds.count - 1)], &random)
      }
      var id: JSONFragment?
      switch idKind {
      case 2: id = .integer(Int64(number) &* 1_000_000_007 &* 1_000_003)
      case 5: id = .text("0\(number)")
      case 9: id = number % 3 == 0 ? .real(Double(number) + 0.5) : .integer(Int64(number) + 1 << 60)
      default: break
      }
      return GeoJSONFeature(
        id: id,
        geometry: .point(Point(x: Double(random.int(-170...170)), y: 50)),
        properties: properties
      )
    }
  }

  private static func value(_ kind: Int, _ random: inout SeededGenerator) -> JSONFragment {
    let power = Int64(1) << Int64(random.int(0...62))
    switch kind {
    case 1: return .boolean(random.int(0...1) == 0)
    case 2: return .integer(Int64(random.int(-1000...1000)))
    case 3:
      let near = power &+ Int64(random.int(-2...2))
      return .integer([near, -near, .max, .min, 9_007_199_254_740_993][random.int(0...4)])
    case 4: return .real([0.1, 1e300, -2.5e-7, 1e17, Double(power) + 0.5][random.int(0...4)])
    case 5:
      return .text(
        [
          "010", "true", "2020-01-02", "2020-01-02T03:04:05Z", "ä,;\"\n", "1.50", "null", "NaN",
          "{}",
        ][random.int(0...8)]
      )
    case 6: return .array((0..<random.int(0...3)).map { _ in value(random.int(2...5), &random) })
    case 7: return .object(["x": value(random.int(1...6), &random), "y": .null])
    default: return .null
    }
  }

  private static func write(_ features: [GeoJSONFeature], to path: String) throws {
    let texts = try features.map { try $0.geoJSON() }
    let text =
      "{\"type\":\"FeatureCollection\",\"features\":[\n\(texts.joined(separator: ",\n"))\n]}"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  private static func read(_ path: String) throws -> [GeoJSONFeature] {
    var reader = GeoJSONReader()
    reader.append(try Data(contentsOf: URL(fileURLWithPath: path)))
    reader.finish()
    var features: [GeoJSONFeature] = []
    while let feature = try reader.next() { features.append(feature) }
    return features
  }
}
