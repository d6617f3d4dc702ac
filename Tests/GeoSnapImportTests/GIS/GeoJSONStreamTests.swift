import GeoSnap
import GeoSnapImport
import GeoSnapTestSupport
import Synchronization
import Testing

@Suite("GeoJSON that is read piece by piece")
struct GeoJSONStreamTests {
  /// Reads a text as a stream; nil when it has to be read whole.
  private func streamed(
    _ bytes: [UInt8],
    pieces: Int,
    first: Int? = nil,
    srid: SRID? = nil
  ) throws -> GISTable? {
    var offset = 0
    return try GeoJSONStream.read("a.geojson", srid: srid) {
      guard offset < bytes.count else { return nil }
      let size = offset == 0 ? first ?? pieces : pieces
      let end = min(offset + size, bytes.count)
      defer { offset = end }
      return Array(bytes[offset..<end])
    }
  }

  private func whole(_ bytes: [UInt8], srid: SRID? = nil) throws(ReadingError) -> GISTable {
    try GeoJSONTable.read("a.geojson", bytes, srid: srid)
  }

  private func check(
    _ streamed: GISTable,
    is whole: GISTable,
    _ place: Comment,
    _ location: SourceLocation = #_sourceLocation
  ) {
    func names(_ table: GISTable) -> [String] {
      (0..<table.rows.count).map { "\(table.id($0)) \(table.place($0))" }
    }
    let isSame =
      streamed.rows == whole.rows && streamed.srid == whole.srid && streamed.notes == whole.notes
      && names(streamed) == names(whole)
    #expect(isSame, place, sourceLocation: location)
  }

  private static func feature(_ geometry: String, _ properties: String, _ rest: String = "")
    -> String
  {
    #"{"type": "Feature", "properties": \#(properties), "geometry": \#(geometry)\#(rest)}"#
  }

  private static func collection(_ features: [String], _ rest: String = "") -> String {
    #"{"type": "FeatureCollection"\#(rest), "features": [\#(features.joined(separator: ",\n"))]}"#
  }

  private static let point = #"{"type": "Point", "coordinates": [8.1, 48.2]}"#

  private static let ordinary: [String] = [
    collection([]), collection([feature(point, "{}"), feature("null", "null")]),
    collection([feature(point, #"{"a": 1}"#), feature(point, #"{"b": 2.5, "a": "x"}"#)]),
    // All kinds of values, alone and mixed.
    collection(
      [
        #"{"i": 1, "r": 1.5, "t": "ü", "f": true, "m": 1, "n": null, "z": -0, "w": -0.0, "y": -0}"#,
        #"{"i": 9007199254740992, "r": 2, "t": "", "f": false, "m": true, "z": 0.5, "y": "a"}"#,
        #"{"i": -3, "r": 1e300, "t": "a\"\u00e9\n", "m": "x", "w": 1, "g": 9007199254740994}"#,
        #"{"r": false, "l": [1, {"b": null, "a": "q"}], "m": 0.1, "k": 12345678901234567890123}"#,
      ].map { feature(point, $0) }
    ),
    // Whole numbers that no double holds, alone and with others.
    collection(
      [
        #"{"a": 9007199254740993, "b": -9223372036854775808, "c": 9007199254740993, "d": 1}"#,
        #"{"a": 2, "b": 9223372036854775807, "c": 0.5, "d": 9223372036854775808, "e": [9007199254740993]}"#,
      ].map { feature(point, $0, #", "id": 9007199254740993"#) }
    ),
    collection(
      [
        #"{"type": "LineString", "coordinates": [[1, 2], [3.25, 4e0], [5, 6]]}"#,
        #"{"type": "LineString", "coordinates": [[1, 2, 3], [3, 4, 5]]}"#,
        #"{"type": "LineString", "coordinates": [[1, 2, 3], [3, 4]]}"#,
        #"{"type": "Polygon", "coordinates": [[[0, 0], [4, 0], [4, 4], [0, 0]]]}"#,
        #"{"type": "Polygon", "coordinates": []}"#,
        #"{"type": "Polygon", "coordinates": [[]]}"#,
        #"{"type": "MultiLineString", "coordinates": [[[0, 0], [4, 0]], [[1, 1, 1], [2, 2, 2]]]}"#,
        #"{"type": "MultiPoint", "coordinates": [[0, 0], [4, 0]]}"#,
        #"{"coordinates": [0.1, 0.2, 0.3, 0.4], "type": "Point"}"#,
        #"{"type": "Point", "coordinates": []}"#,
        #"{"type": "MultiPolygon", "coordinates": [[[[0, 0], [4, 0], [4, 4], [0, 0]]]]}"#,
        #"{"type": "GeometryCollection", "geometries": [\#(point)]}"#,
        #"{"type": "Point", "coordinates": [417387.946999999985565, -5.36761659700000052e1]}"#,
        #"{"type": "Point", "coordinates": [0.000000000000000000012345678901234567, 1]}"#,
      ].map { feature($0, "{}") }
    ),
    collection(
      [
        feature(point, "{}", #", "id": "x", "bbox": [1, 2, 3, 4]"#),
        feature(point, "{}", #", "id": 7"#),
      ],
      #", "crs": {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::25832"}}, "name": "n""#
    ),
    // Coordinates that are no degrees.
    collection([feature(#"{"type": "Point", "coordinates": [417387, 5367616]}"#, "{}")]),
    feature(point, #"{"a": 1}"#), "\u{FEFF} " + feature(point, #"{"a": 1}"#) + " \n",
    feature(point, #"{"a": 1}"#) + "\n" + feature("null", #"{"a": 2}"#),
    "\u{1E}" + feature(point, "{}") + "\n\u{1E}" + feature(point, #"{"b": "c"}"#) + "\n \r\n",
  ]

  @Test("It is what reading the whole gives, whatever the pieces", arguments: ordinary)
  func pieces(_ text: String) throws {
    let bytes = Array(text.utf8)
    for srid in [nil, 25832] as [SRID?] {
      let expected = try whole(bytes, srid: srid)
      for size in [1, 2, 3, 5, 16, 1000, bytes.count] {
        let table = try #require(try streamed(bytes, pieces: size, srid: srid), "\(size)")
        check(table, is: expected, "pieces of \(size), system \(srid ?? 0)")
      }
    }
  }

  @Test("It does not matter where the first piece ends", arguments: ordinary)
  func cuts(_ text: String) throws {
    let bytes = Array(text.utf8)
    let expected = try whole(bytes)
    for first in 1...bytes.count {
      let table = try streamed(bytes, pieces: bytes.count, first: first)
      check(try #require(table, "\(first)"), is: expected, "a first piece of \(first)")
    }
  }

  @Test(
    "A member crs names its code in several forms",
    arguments: [
      #""type": "name", "properties": {"name": "http://www.opengis.net/def/crs/EPSG/0/25832"}"#,
      #""type": "name", "properties": {"name": "EPSG:25832"}"#,
      #""type": "EPSG", "properties": {"code": 25832.0}"#,
    ]
  )
  func systems(_ crs: String) throws {
    let bytes = Array(Self.collection([], #", "crs": {\#(crs)}"#).utf8)
    #expect(try whole(bytes).srid == 25832)
    #expect(try streamed(bytes, pieces: 7)?.srid == 25832)
  }

  @Test("Heights that only some positions have are lost with a note")
  func heights() throws {
    let line = #"{"type": "LineString", "coordinates": [[1, 2, 3], [3, 4]]}"#
    let features = ["null", line, line].map { Self.feature($0, "{}") }
    let table = try whole(Array(Self.collection(features).utf8))
    #expect(
      table.notes == [
        "a.geojson: feature 2: Some positions have no height, so that the geometry lost all heights, as 1 more did. "
          + "To keep the heights, give each position a height."
      ]
    )
  }

  @Test("The harbour is read as a stream")
  func harbour() throws {
    for file in try Harbour.files().dropFirst() {
      let table = try #require(try streamed(file.bytes, pieces: 100), "\(file.name)")
      check(table, is: try whole(file.bytes), "\(file.name)")
    }
  }

  @Test("What is doubtful is read whole, with the same answer or the same error")
  func doubtful() throws {
    let texts = [
      "", " ", "{", "[]", "7", "a,b\n1,2", #"{"type": "FeatureCollection"}"#,
      Self.collection([Self.feature(Self.point, #"{"a": 1, "a": 2}"#)]),
      Self.collection([Self.feature(Self.point, #"{"": 1}"#)]),
      Self.collection([Self.feature(#"{"type": "Point", "coordinates": [1]}"#, "{}")]),
      Self.collection([Self.feature(#"{"type": "LineString", "coordinates": [[1, 2]]}"#, "{}")]),
      Self.collection([Self.feature(#"{"type": "Point", "coordinates": [1e200, 0]}"#, "{}")]),
      Self.collection([Self.feature(Self.point, "7")]),
      Self.collection([Self.feature(Self.point, "{}", #", "id": []"#)]),
      Self.collection([Self.feature(Self.point, #"{"a": NaN, "b": 01}"#)]),
      Self.collection([Self.point]), Self.collection([]) + "x",
      Self.collection([]) + "\n" + Self.feature(Self.point, "{}"),
      Self.feature(Self.point, "{}") + Self.feature(Self.point, "{}"),
      Self.feature(Self.point, "{}") + "\n" + Self.feature(Self.point, "{\n}"),
      Self.feature(Self.point, "{}", #", "crs": null"#),
      #"{"features": [], "type": "FeatureCollection", "crs": {"properties": {"name": "?"}}}"#,
      #"{"crs": "EPSG:25832", "features": [], "type": "FeatureCollection"}"#,
      #"{"features": [\#(Self.feature(Self.point, "{}"))], "crs": null, "type": "FeatureCollection"}"#,
    ]
    for text in texts { try compare(Array(text.utf8), "\(text)") }
  }

  private func open(_ bytes: [UInt8]) -> () throws -> [UInt8]? {
    var rest: [UInt8]? = bytes
    return {
      defer { rest = nil }
      return rest
    }
  }

  /// Reads bytes in both ways, and as the importer does: whole when the stream gives up.
  private func compare(_ bytes: [UInt8], _ place: Comment) throws {
    let table = try streamed(bytes, pieces: 64)
    func read() throws -> GISTable { try GeoJSONTable.read("a.geojson", srid: nil) { open(bytes) } }
    switch Result(catching: { () throws(ReadingError) in try whole(bytes) }) {
    case .success(let expected):
      if let table { check(table, is: expected, place) }
      check(try read(), is: expected, place)
    case .failure(let error):
      // Of a sequence of which a sign is lost the stream reads the records all the same, and the importer with it.
      if table != nil, bytes.contains(0x1E) { return }
      #expect(table == nil, place)
      let other = #expect(throws: ReadingError.self, place) { try read() }
      #expect(other?.path == error.path && other?.message == error.message, place)
      #expect(other?.line == error.line, place)
    }
  }

  @Test(
    "Damage of any kind is found in both ways",
    arguments: 1...Extent.count(40, long: 400, full: 4000)
  )
  func damaged(_ seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let text = Self.ordinary[generator.int(0...Self.ordinary.count - 1)]
    for _ in 0..<20 {
      var bytes = Array(text.utf8)
      for _ in 0..<generator.int(1...2) { bytes = bytes.damaged(&generator, isJSON: true) }
      try compare(bytes, "seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test("An import reads each source once when it is in order, and says what is wrong when not")
  func sources() async throws {
    let mapping = ImportFile(
      "mapping.json",
      #"{"sources": [{"name": "Trees", "data": "trees.geojson"}]}"#
    )
    for (text, count) in [
      (Self.collection([Self.feature(Self.point, "{}")]), 1), (Self.collection(["7"]), 2),
    ] {
      let opened = Mutex(0)
      let source = GISSource.file(
        GISImporter.DataReference(file: "trees.geojson", table: nil),
        byteCount: text.utf8.count
      ) {
        opened.withLock { $0 += 1 }
        return open(Array(text.utf8))
      }
      do {
        let result = try await GISImporter().read(mapping, from: [source], named: "mapping.json")
        #expect(result.network.featureCount == 1 && count == 1)
      } catch let error as ImportError {
        #expect(count == 2 && error.problems[0].path == "trees.geojson: feature 1")
      }
      #expect(opened.withLock { $0 } == count)
    }
  }
}
