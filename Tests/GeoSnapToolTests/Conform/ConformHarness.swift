import Foundation
import GeoSnap
import GeoSnapTestSupport
import GeoSnapTool

/// Conforms text in this process.
enum ConformHarness {
  static func conformer(_ type: AssetTypeID? = nil, tolerance: Double) throws -> Conformer {
    let network = try GasFixture.network()
    var settings = SnapSettings()
    settings.isEnabled = true
    let rules = try type.map { try SnapRules(for: $0, in: network) }
    if let rules {
      settings.syncSourceSettings(with: network, rules: rules, enabling: .setFromRules)
    } else {
      settings.syncSourceSettings(with: network)
      settings.enableAllSources()
    }
    let snapper = Snapper(try NetworkIndex(network), settings: settings, rules: rules)
    return try Conformer(snapper, tolerance: tolerance)
  }

  /// Conforms GeoJSON, read some bytes at a time.
  static func conform(
    _ text: [UInt8],
    _ conformer: Conformer,
    blockSize: Int = 256 << 10
  ) async throws -> (output: [UInt8], counts: ConformCounts) {
    let path = NSTemporaryDirectory() + "geosnap-conform-\(UUID().uuidString).geojson"
    try Data(text).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    var source = GeoJSONSource(try ByteSource(path: path), blockSize: blockSize)
    let run = ConformRun(conformer: conformer, expectedVertices: 10, showsProgress: false)
    let output = OutputBox()
    let counts = try await run.run(&source, to: { _ in output }, nil)
    return (output.bytes, counts)
  }

  private final class OutputBox: ConformSink {
    private(set) var bytes: [UInt8] = []

    func write(_ output: [UInt8]) { bytes += output }
    func finish() {}
  }
}

/// GeoJSON with random features, blanks, marks and line ends.
struct RandomGeoJSON {
  let text: String
  let geometries: [Geometry?]

  init(features count: Int, isCollection: Bool, using generator: inout SeededGenerator) throws {
    let pool = (0..<max(count / 2, 1)).map { _ in
      Coordinate(x: generator.double(-5...70), y: generator.double(-8...25))
    }
    func blank() -> String {
      ["", "", "", " ", "\n", "\t", "\r\n  "][generator.int(0...(isCollection ? 6 : 3))]
    }
    func number(_ value: Double) -> String { blank() + "\(value)" + blank() }
    func position(_ place: Coordinate) -> String {
      let height = generator.oneIn(4) ? "," + number(generator.double(0...9)) : ""
      return "[" + number(place.x) + "," + number(place.y) + height + "]"
    }
    func places(_ count: Int) -> [Coordinate] {
      (0..<count).map { _ in pool[generator.int(0...pool.count - 1)] }
    }
    func path() -> [Coordinate] { places(generator.int(2...5)) }
    func list(_ places: [Coordinate]) -> String {
      "[" + blank() + places.map { position($0) }.joined(separator: "," + blank()) + "]"
    }
    func shape() throws -> (type: String, coordinates: String, geometry: Geometry) {
      switch generator.int(0...6) {
      case 0...1:
        let place = places(1)[0]
        return ("Point", position(place), .point(Point(place)))
      case 2:
        let path = path()
        return ("MultiPoint", list(path), .multiPoint(MultiPoint(CoordinateSequence(path))))
      case 3:
        let parts = [path(), path()]
        let lines = try MultiLineString(parts: parts.map { CoordinateSequence($0) })
        let text = "[" + parts.map { list($0) }.joined(separator: ",") + "]"
        return ("MultiLineString", text, .multiLineString(lines))
      case 4:
        let corners = places(3)
        let ring = corners + corners.prefix(1)
        let polygon = try Polygon(rings: [CoordinateSequence(ring)])
        return ("Polygon", "[" + list(ring) + "]", .polygon(polygon))
      default:
        let path = path()
        return ("LineString", list(path), .lineString(try LineString(CoordinateSequence(path))))
      }
    }
    var features: [String] = []
    var geometries: [Geometry?] = []
    for number in 0..<count {
      let (type, coordinates, geometry) = try shape()
      let isNull = generator.oneIn(5)
      geometries.append(isNull ? nil : geometry)
      var members = [
        "\"type\":\(blank())\"Feature\"",
        "\"properties\"\(blank()):{\"name\":\"\\\"}],{ \\u00e9 ü\",\"features\":[1,{\"a\":null}]}",
        isNull
          ? "\"geometry\": null"
          : "\"geometry\":{\"coordinates\":\(coordinates),\"type\":\"\(type)\"}",
      ]
      if generator.oneIn(2) {
        members.append("\"id\":\(generator.oneIn(2) ? "\"a\(number)\"" : "\(number)")")
      }
      members.shuffle(using: &generator)
      features.append("{" + blank() + members.joined(separator: "," + blank()) + "}")
    }
    self.geometries = geometries
    let mark = generator.oneIn(4) ? "\u{FEFF}" : ""
    if isCollection {
      let list = blank() + features.joined(separator: blank() + "," + blank()) + blank()
      text =
        "\(mark){\(blank())\"type\":\"FeatureCollection\",\"name\":\"features\",\"features\":[\(list)],"
        + "\"x\":{\"y\":[true]}}\n"
    } else {
      let separator = generator.oneIn(4) ? "\u{1E}" : ""
      let end = generator.oneIn(2) ? "\n" : "\r\n"
      text =
        mark + separator + features.joined(separator: end + separator)
        + (generator.oneIn(2) ? "\n" : "")
    }
  }
}
