import Foundation
import GeoSnap
import GeoSnapImport
import GeoSnapPostgres
import GeoSnapStore

/// The features of a file in any format, read piece by piece; a GeoPackage's table is read at once.
struct FeatureSource {
  private enum Reader {
    case geoJSON(GeoJSONReader)
    case esriJSON(EsriJSONReader)
    case lines(GeometryLineReader)
    case csv(CSVFeatureReader)
    case table(FeatureTable, row: Int)
  }

  private var reader: Reader
  private let name: String
  private let source: ByteSource?
  private let given: SRID?
  private var isFinished = false
  /// The reference system of the coordinates, as far as the features read so far declare it.
  private(set) var srid: SRID?
  /// Features that were read to find the first geometry, in reverse order.
  private var waiting: [FeatureRecord] = []
  private var number = 0
  /// The number of integers beyond 64 bits that were rounded to doubles, and the first feature with one.
  private(set) var rounded: (count: Int, feature: Int)?
  /// The number of Esri JSON areas whose rings are all reversed, and the first feature with one.
  private(set) var reversed: (count: Int, feature: Int)?
  /// Whether a geometry has settled the reference system, or that there is none.
  private var isSettled = false

  /// Opens a file and detects its format; throws ``Failure`` with what is missing.
  init(_ path: String, table: String?, csv: CSVArguments, srid: SRID?) throws {
    name = PostgresAddress.withoutPasswords(in: InputFile.name(path))
    given = srid
    self.srid = srid
    let bytes = PostgresAddress.isAddress(path) ? nil : try ByteSource(path: path)
    let beginning = try bytes?.peek(1 << 16) ?? []
    guard let bytes, !beginning.starts(with: "SQLite format 3\u{0}".utf8) else {
      source = nil
      (reader, self.srid, notes) = try Self.table(table, of: path, srid)
      return
    }
    if beginning.startsAsUTF16 { throw Failure.utf16(name) }
    if table != nil {
      throw Failure.usage("--table is for GeoPackages and databases: leave it out.")
    }
    source = bytes
    let ending = URL(fileURLWithPath: path).pathExtension.lowercased()
    if ["csv", "tsv", "txt"].contains(ending) {
      reader = .csv(
        try CSVFeatureReader(
          bytes,
          csv,
          delimiter: ending == "tsv" ? UInt8(ascii: "\t") : nil,
          srid
        )
      )
      return
    }
    let text = beginning.trimmingPrefix([0xEF, 0xBB, 0xBF])
    // An empty sequence is valid, an empty document is not.
    if ["geojson", "json"].contains(ending), text.allSatisfy({ [9, 10, 13, 32].contains($0) }) {
      throw Failure.badData("\(name) is empty: features are expected.", file: name)
    }
    try bytes.skipByteOrderMark()
    switch GeometryTextFormat(of: text) {
    case .geoJSON: reader = .geoJSON(GeoJSONReader())
    case .esriJSON: reader = .esriJSON(EsriJSONReader(srid: srid))
    case .wkt, .hexWKB: reader = .lines(GeometryLineReader(srid: srid))
    }
  }

  private static func table(
    _ table: String?,
    of path: String,
    _ srid: SRID?
  ) throws -> (Reader, SRID?, notes: [String]) {
    guard let table else {
      if PostgresAddress.isAddress(path) {
        throw Failure.usage(
          "\(path) is a database: name the table to read with --table. geosnap info lists the tables of a network."
        )
      }
      let (tables, isNetwork) = try ForeignTables(path).list()
      if tables.isEmpty {
        throw Failure.usage(
          "\(path) has no feature table of a GeoPackage. Convert it to a GeoPackage, for example with ogr2ogr -f GPKG "
            + "NEW.gpkg \(path)."
        )
      }
      throw Failure.usage(
        "\(path) is a GeoPackage: name the table to read with --table: \(Words.list(tables, "or", limit: 10))."
          + (isNetwork
            ? ""
            : " To import these tables, name them in a mapping (see "
              + "Documentation/Import-GIS.md): geosnap import gis MAPPING.json NETWORK.gpkg")
      )
    }
    let found = try NetworkPlace(path).readTable(table)
    if let said = found.srid, let srid, said != srid {
      throw Failure.usage(
        "--srid \(srid): The table \(table) is in EPSG:\(said). Leave --srid out, or transform the table with --to-srid "
          + "\(srid)."
      )
    }
    var notes = found.notes
    if let problem = found.systemProblem, srid == nil {
      notes.append("\(problem.dropLast()), or name the system with --srid.")
    }
    return (.table(found.table, row: 0), found.srid ?? srid, notes)
  }

  /// The next feature, or nil at the end; throws ``Failure`` with the place in the file.
  mutating func next() throws -> FeatureRecord? {
    if let record = waiting.popLast() { return record }
    return try readNext()
  }

  /// The share of the file that was read; nil for a pipe.
  var share: Double? {
    if case .table(let table, let row) = reader { return Double(row) / Double(max(table.count, 1)) }
    return source.flatMap { source in
      source.size.map { Double(source.byteCount) / Double(max($0, 1)) }
    }
  }

  private(set) var notes: [String] = []

  var hasIDs: Bool {
    switch reader {
    case .geoJSON, .table: true
    case .esriJSON, .lines, .csv: false
    }
  }

  var columns: [AttributeField]? {
    if case .table(let table, _) = reader { table.fields } else { nil }
  }

  var renamed: [(name: String, column: String)] {
    if case .csv(let csv) = reader { csv.renamed } else { [] }
  }

  /// Reads up to the first geometry, which may declare the reference system;
  /// ``next()`` still begins at the first feature, and an error has the place in the file.
  mutating func settle() throws {
    var records: [FeatureRecord] = []
    while !isSettled, let record = try readNext() { records.append(record) }
    waiting = records.reversed()
  }

  private mutating func readNext() throws -> FeatureRecord? {
    guard let record = try read() else {
      // A member after the features counts as well; a collection without features has a reference system too.
      if case .geoJSON(let geoJSON) = reader {
        try checkSystem(of: geoJSON)
        srid = system(of: geoJSON)
      }
      return nil
    }
    number += 1
    if !isSettled, case .geoJSON(let geoJSON) = reader { try checkSystem(of: geoJSON) }
    if let geometry = record.geometry { try check(geometry) }
    return record
  }

  /// Refuses a member `crs` whose system is not understood: its coordinates are hardly degrees.
  private func checkSystem(of geoJSON: GeoJSONReader) throws {
    guard given == nil, let crs = geoJSON.foreignMembers["crs"], crs != .null, crs.srid == nil
    else { return }
    throw Failure.badData(
      "\(name): The member crs does not name an EPSG code. Give the system with --srid.",
      file: name
    )
  }

  private func system(of geoJSON: GeoJSONReader) -> SRID {
    given ?? geoJSON.foreignMembers["crs"]?.srid ?? 4326
  }

  /// Checks that all geometries of a file have the same reference system, and numbers for coordinates.
  private mutating func check(_ geometry: Geometry) throws {
    guard geometry.hasPlace else {
      throw failure(geometry.unsoundOrdinate ?? "A coordinate is not a number.")
    }
    if !isSettled {
      isSettled = true
      srid = srid ?? geometry.srid
    }
    guard geometry.srid == srid else {
      func name(_ srid: SRID?) -> String { srid.map { "EPSG:\($0)" } ?? "no reference system" }
      throw failure(
        "The geometry is in \(name(geometry.srid)), but the features before it are in \(name(srid)). A file "
          + "must have one reference system: split the file, or give the reference system of all features with --srid."
      )
    }
  }

  private func failure(_ message: String) -> Failure {
    let line: Int? =
      switch reader {
      case .lines(let lines): lines.line
      case .csv(let csv): csv.line
      case .geoJSON, .esriJSON, .table: nil
      }
    let place = line.map { "\(name):\($0)" } ?? "\(name): Feature \(number)"
    return Failure.badData("\(place): \(message)", file: name, line: line)
  }

  private mutating func read() throws -> FeatureRecord? {
    if case .table(let table, let row) = reader {
      guard row < table.count else { return nil }
      reader = .table(table, row: row + 1)
      return FeatureRecord(
        id: .integer(Int(table.rowIDs[row])),
        geometry: table.geometries[row]?.declared(in: srid),
        properties: table.fields.enumerated().map {
          ($1.name, JSONValue(table.attributes[$0][row], $1.content))
        }
      )
    }
    if case .csv(var csv) = reader {
      let record = try csv.next()
      reader = .csv(csv)
      return record
    }
    while true {
      do throws(FormatError) {
        if let record = try nextOfText() { return record }
      } catch {
        let line = error.line.map { ":\($0)" } ?? ""
        throw Failure.badData(
          "\(name)\(line): \(error.message) (at byte \(error.offset))",
          file: name,
          line: error.line
        )
      }
      guard !isFinished, let source else { return nil }
      var bytes: [UInt8] = []
      isFinished = try !source.read(1 << 16, into: &bytes)
      feed(bytes)
    }
  }

  private mutating func feed(_ bytes: [UInt8]) {
    switch reader {
    case .geoJSON(var geoJSON):
      if isFinished { geoJSON.finish() } else { geoJSON.append(bytes) }
      reader = .geoJSON(geoJSON)
    case .esriJSON(var esriJSON):
      if isFinished { esriJSON.finish() } else { esriJSON.append(bytes) }
      reader = .esriJSON(esriJSON)
    case .lines(var lines):
      if isFinished { lines.finish() } else { lines.append(bytes) }
      reader = .lines(lines)
    case .csv, .table: break
    }
  }

  private mutating func nextOfText() throws(FormatError) -> FeatureRecord? {
    switch reader {
    case .geoJSON(var geoJSON):
      // With two references to the reader, its bytes would be copied.
      reader = .table(FeatureTable(name: "", sourceID: nil, geometryType: nil), row: 0)
      defer { reader = .geoJSON(geoJSON) }
      guard let feature = try geoJSON.next() else { return nil }
      let system = system(of: geoJSON)
      // The first of several collections has set it; the next geometry is compared with it.
      if !isSettled { srid = system }
      noteRounded(geoJSON.roundedCount)
      return FeatureRecord(
        id: feature.id.map { JSONValue($0) },
        geometry: feature.geometry?.declared(in: system),
        properties: Self.sorted(feature.properties ?? [:])
      )
    case .esriJSON(var esriJSON):
      reader = .table(FeatureTable(name: "", sourceID: nil, geometryType: nil), row: 0)
      defer { reader = .esriJSON(esriJSON) }
      guard let feature = try esriJSON.next() else { return nil }
      noteRounded(esriJSON.roundedCount)
      if feature.geometry?.runsCounterclockwise == true {
        reversed = ((reversed?.count ?? 0) + 1, reversed?.feature ?? number + 1)
      }
      return FeatureRecord(geometry: feature.geometry, properties: Self.sorted(feature.attributes))
    case .lines(var lines):
      reader = .table(FeatureTable(name: "", sourceID: nil, geometryType: nil), row: 0)
      defer { reader = .lines(lines) }
      guard let geometry = try lines.next() else { return nil }
      return FeatureRecord(geometry: geometry, properties: [])
    case .csv, .table: return nil
    }
  }

  private mutating func noteRounded(_ count: Int) {
    if count > 0 { rounded = (count, rounded?.feature ?? number + 1) }
  }

  private static func sorted(
    _ members: [String: JSONFragment]
  ) -> [(name: String, value: JSONValue)] {
    members.sorted { $0.key < $1.key }.map { ($0.key, JSONValue($0.value)) }
  }
}

extension Geometry {
  /// Whether all outer rings are counterclockwise; Esri's are clockwise.
  fileprivate var runsCounterclockwise: Bool {
    let areas = parts.compactMap { part -> Double? in
      guard case .polygon(let polygon) = part, let end = polygon.ringEnds.first else { return nil }
      return polygon.coordinates.signedArea(0..<end)
    }
    return !areas.isEmpty && areas.allSatisfy { $0 > 0 }
  }

  fileprivate var hasPlace: Bool {
    switch self {
    case .collection(let collection): collection.geometries.allSatisfy(\.hasPlace)
    default: coordinates.allSatisfy(\.isFinite)
    }
  }
}

extension JSONFragment {
  /// The EPSG code of a member `crs`, which GeoJSON had before RFC 7946; nil for no code.
  var srid: SRID? {
    guard case .object(let members) = self, case .object(let properties)? = members["properties"]
    else { return nil }
    return systemCode(
      name: properties["name"]?.word,
      type: members["type"]?.word,
      code: properties["code"]?.word
    )
  }

  /// A text, or the digits of a whole number; nil for other values.
  private var word: String? {
    switch self {
    case .text(let text): text
    case .integer(let number): "\(number)"
    case .real(let number): Int64(exactly: number).map { "\($0)" }
    default: nil
    }
  }
}
