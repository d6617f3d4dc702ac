internal import GRDB
internal import GeoSnap
internal import GeoSnapColumns

/// Compares a spatial index with the rows of its table, since programs that ignore its triggers leave it outdated.
struct SpatialIndexCheck {
  /// The number of rows without an entry, or with a box that does not contain them.
  private(set) var lackingCount = 0
  private(set) var firstLacking: Int64?
  private(set) var rowCount = 0
  private(set) var extent: Envelope?
  /// The boxes of all rows, if requested.
  private(set) var boxes = PackedSpatialIndex()

  private(set) var isDamaged = false

  var isSound: Bool { lackingCount == 0 && !isDamaged }

  private struct Entries {
    private var numbers: [Int64: Int32] = [:]
    /// The same for consecutive row ids from `first`, -1 for none; used when there are no wide gaps.
    private var dense: [Int32] = []
    private var first: Int64 = 0
    private var boxes: [SIMD4<Float>] = []

    init(_ database: Database, _ index: String) throws {
      let pages = try Row.fetchOne(database, sql: "PRAGMA page_count")?.integer(0) ?? 0
      let pageSize = try Row.fetchOne(database, sql: "PRAGMA page_size")?.integer(0) ?? 0
      // More cells than fit in the file mean that nodes are linked in a cycle.
      let most = Int(pages * pageSize / 24)
      let rows = try Row.fetchCursor(
        database,
        sql: "SELECT id, minx, maxx, miny, maxy FROM \(index.quotedIdentifier)"
      )
      let cells = RowCells(rows._statement)
      var ids: [Int64] = []
      while try rows.next() != nil {
        guard ids.count < most else { throw NetworkError([.disorder(of: index)]) }
        ids.append(cells.integer(0))
        let (minX, maxX) = (Float(cells.real(1)), Float(cells.real(2)))
        boxes.append(SIMD4(minX, maxX, Float(cells.real(3)), Float(cells.real(4))))
      }
      guard let least = ids.min(), let greatest = ids.max() else { return }
      let (span, isWide) = greatest.subtractingReportingOverflow(least)
      if !isWide, span < Int64(ids.count) * 4 + 1024 {
        first = least
        dense = Array(repeating: -1, count: Int(span) + 1)
        for (number, id) in ids.enumerated() { dense[Int(id - least)] = Int32(number) }
      } else {
        numbers.reserveCapacity(ids.count)
        for (number, id) in ids.enumerated() { numbers[id] = Int32(number) }
      }
    }

    func holds(_ row: Int64, _ box: Envelope) -> Bool {
      guard let number = number(row) else { return false }
      let entry = boxes[number]
      if Double(entry[0]) <= box.minX, Double(entry[1]) >= box.maxX, Double(entry[2]) <= box.minY,
        Double(entry[3]) >= box.maxY
      {
        return true
      }
      // SQLite rounds numbers beyond single precision to infinity and 0.
      return entry[0] <= PackedSpatialIndex.roundedDown(box.minX)
        && entry[1] >= PackedSpatialIndex.roundedUp(box.maxX)
        && entry[2] <= PackedSpatialIndex.roundedDown(box.minY)
        && entry[3] >= PackedSpatialIndex.roundedUp(box.maxY)
    }

    private func number(_ row: Int64) -> Int? {
      if dense.isEmpty { return numbers[row].map(Int.init) }
      guard row >= first, row - first < Int64(dense.count), dense[Int(row - first)] >= 0 else {
        return nil
      }
      return Int(dense[Int(row - first)])
    }
  }

  /// Compares an index with all rows; without an index, it only looks at the rows.
  init(
    _ index: String?,
    of layer: Layer,
    _ table: TableSchema,
    keepsBoxes: Bool = false,
    in database: Database
  ) throws {
    var entries: Entries?
    if let index {
      do {
        entries = try Entries(database, index)
      } catch let error as DatabaseError where error.resultCode != .SQLITE_INTERRUPT {
        isDamaged = true
      } catch is NetworkError {
        isDamaged = true
      }
    }
    let rows = try RowSelection(table, columns: [layer.geometryColumn]).rows(in: database)
    let cells = RowCells(rows._statement)
    var last: Int64?
    var (minX, minY) = (Double.infinity, Double.infinity)
    var (maxX, maxY) = (-Double.infinity, -Double.infinity)
    while try rows.next() != nil {
      let key = cells.integer(0)
      if let last, key <= last { throw NetworkError([.disorder(of: layer.name)]) }
      last = key
      guard cells.kind(1) == .blob,
        let box = cells.envelope(inBlob: 1, srsID: layer.srsID), box.isFinite
      else { continue }
      rowCount += 1
      (minX, minY) = (min(minX, box.minX), min(minY, box.minY))
      (maxX, maxY) = (max(maxX, box.maxX), max(maxY, box.maxY))
      if keepsBoxes { boxes.append(key, box) }
      guard let entries, !entries.holds(key, box) else { continue }
      lackingCount += 1
      if firstLacking == nil { firstLacking = key }
    }
    if rowCount > 0 { extent = Envelope(minX: minX, minY: minY, maxX: maxX, maxY: maxY) }
  }

  func problem(of index: String, _ consequence: String) -> String {
    let what =
      isDamaged
      ? "is damaged."
      : "does not find \(lackingCount) of \(rowCount) \(rowCount == 1 ? "row" : "rows"), such as row "
        + "\(firstLacking.map(String.init) ?? "?"): another program did not update it."
    return
      "The spatial index \(index) \(what) \(consequence) geosnap copy makes a file with a correct index."
  }
}

extension Envelope {
  fileprivate var isFinite: Bool {
    minX.isFinite && minY.isFinite && maxX.isFinite && maxY.isFinite
  }
}

extension GeoPackageReader {
  /// Whether a spatial index finds all rows of its table; otherwise a note is added.
  mutating func isSound(_ index: String, of layer: Layer, _ table: TableSchema) throws -> Bool {
    if indexesAreKnown { return true }
    let check = try SpatialIndexCheck(index, of: layer, table, in: database)
    checkedRows += check.rowCount
    if check.isSound { return true }
    hasStaleIndex = true
    problems.note(layer.name, check.problem(of: index, "All rows are read instead."))
    return false
  }

  /// Notes outdated indexes, extents and counts, which mislead other programs.
  mutating func checkDerivedData(of layers: [Layer]) throws {
    for layer in layers {
      guard let column = layer.geometryColumn, let table = try schema.table(layer.name),
        table.primaryKey != nil, table.column(column) != nil
      else { continue }
      let index = schema.spatialIndex(of: layer.name, column)
      let check = try SpatialIndexCheck(index, of: layer, table, in: database)
      if let index, !check.isSound {
        problems.note(
          layer.name,
          check.problem(of: index, "With --extent, all rows are read instead.")
        )
      }
      try checkContents(of: layer, check)
    }
  }

  private mutating func checkContents(of layer: Layer, _ check: SpatialIndexCheck) throws {
    let name = layer.name.lowercased()
    let said = try Row.fetchOne(
      database,
      sql: "SELECT min_x, min_y, max_x, max_y FROM gpkg_contents WHERE lower(table_name) = ?",
      arguments: [name]
    )
    let sides = (0..<4).compactMap { said?.real($0) }
    if sides.count == 4, let extent = check.extent,
      extent.minX < sides[0] || extent.minY < sides[1] || extent.maxX > sides[2]
        || extent.maxY > sides[3]
    {
      let message =
        "The extent in gpkg_contents does not contain all rows: other programs may draw only a part. geosnap "
        + "copy makes a file with the correct extent."
      problems.note(layer.name, message)
    }
    guard schema.kind(of: "gpkg_ogr_contents") == .table,
      let rows = rowCounts[name],
      let count = try Row.fetchOne(
        database,
        sql: "SELECT feature_count FROM gpkg_ogr_contents WHERE lower(table_name) = ?",
        arguments: [name]
      )?.integer(0), count != Int64(rows)
    else { return }
    let message =
      "gpkg_ogr_contents counts \(count) features, but there are \(rows): GDAL and QGIS report the wrong count. "
      + "geosnap copy makes a file with the correct count."
    problems.note(layer.name, message)
  }
}

/// Whether the spatial indexes are known to be complete in the current state of a file.
struct IndexKnowledge {
  private let path: String
  private let place: ImagePlace?
  private let leastRows: Int
  private let state: GeoPackageFacts?
  private let isKnown: Bool

  init(_ path: String, _ cache: ImageCache) {
    self.path = path
    place = ImagePlace(path, cache)
    leastRows = cache.leastFeatures
    state = place == nil ? nil : GeoPackageFacts.settled(path)
    guard let place, let state, let seal = ImageSeal(place.indexes) else {
      isKnown = false
      return
    }
    isKnown = seal.network == .file(state)
  }

  /// Passes the record to a reader, within its transaction.
  func tell(_ reader: inout GeoPackageReader) {
    reader.indexesAreKnown = isKnown && GeoPackageFacts(path) == state
  }

  /// Records the result of a reader.
  func learn(from reader: GeoPackageReader) {
    guard let place, let state, !reader.indexesAreKnown, !reader.hasStaleIndex,
      reader.checkedRows >= leastRows, GeoPackageFacts(path) == state,
      let file = FileFacts(path: place.network)
    else { return }
    place.makeFolder()
    let seal = ImageSeal(path: place.network, network: .file(state), image: file, commits: [])
    try? seal.write(to: place.indexes)
  }
}
