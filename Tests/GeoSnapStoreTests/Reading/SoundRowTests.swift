import Foundation
import GRDB
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Rows that are read in one go")
struct SoundRowTests {
  /// The fields behind id, geometry, global id, group, type and origin: one of each storage.
  private static let fields = [
    AttributeField("i", .integer), AttributeField("r", .real), AttributeField("t", .text),
    AttributeField("b", .blob),
  ]

  /// A database in memory with a table whose columns take any value.
  private static func database(_ encoding: String = "UTF-8") throws -> DatabaseQueue {
    let queue = try DatabaseQueue()
    try queue.writeWithoutTransaction {
      try $0.execute(
        sql: """
          PRAGMA encoding = '\(encoding)';
          CREATE TABLE t (OBJECTID INTEGER PRIMARY KEY, SHAPE, GLOBALID, ASSETGROUP, ASSETTYPE, \
          ORIGIN, i, r, t, b)
          """
      )
    }
    return queue
  }

  private static func rows(
    _ database: Database,
    usage: NetworkSourceUsage?,
    hasGeometry: Bool = true
  ) throws -> FeatureRows {
    let schema = try #require(try DatabaseSchema(database).table("t"))
    let shape = hasGeometry ? "SHAPE" : nil
    let type = ["ASSETGROUP", "ASSETTYPE"].map { usage == nil ? nil : $0 }
    let columns = [shape, "GLOBALID"] + type + ["ORIGIN"] + fields.map(\.name)
    return FeatureRows(
      selection: RowSelection(schema, columns: columns),
      layer: Layer(name: "t", geometryColumn: shape, geometryType: nil, srsID: 25832, srid: 25832),
      source: usage.map { NetworkSource(sourceID: 1, name: "t", usage: $0) },
      fields: fields
    )
  }

  private static func insert(_ cells: [DatabaseValue], _ database: Database) throws {
    let all = cells + Array(repeating: .null, count: 9 - cells.count)
    let sql = "INSERT INTO t VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    try database.execute(sql: sql, arguments: StatementArguments(all))
  }

  /// Expects the same features and the same problems of both ways to read, and answers how many rows
  /// were read in one go.
  @discardableResult
  private static func compare(_ rows: FeatureRows, _ database: Database) throws -> Int {
    let source = rows.source?.sourceID
    let empty = FeatureTable(name: "t", sourceID: source, geometryType: nil, fields: rows.fields)
    var (quick, slow) = (empty, empty)
    var (quickProblems, slowProblems) = (ProblemList(), ProblemList())
    try rows.read(in: database, into: &quick, &quickProblems)
    var cursor = try rows.selection.rows(in: database)
    let cells = RowCells(cursor._statement)
    while let row = try cursor.next() {
      if let feature = rows.feature(row, cells, &slowProblems) { slow.append(feature) }
    }
    #expect(quickProblems.problems == slowProblems.problems)
    try #require(quick.count == slow.count)
    for row in 0..<slow.count where quick[row] != slow[row] {
      // No number that is none is equal to itself.
      #expect(String(reflecting: quick[row]) == String(reflecting: slow[row]))
    }
    var sound = empty
    cursor = try rows.selection.rows(in: database)
    let reader = SoundRowReader(rows, RowCells(cursor._statement))
    while try cursor.next() != nil { _ = reader.append(to: &sound) }
    return sound.count
  }

  private static func cell(_ usual: DatabaseValue, _ random: inout SeededGenerator) -> DatabaseValue
  {
    switch random.int(0...39) {
    case 0: .null
    case 1: Int64(random.int(-3...3)).databaseValue
    case 2: (Int64(Int32.max) + Int64(random.int(0...2))).databaseValue
    case 3: (random.oneIn(2) ? Int64.max : Int64.min).databaseValue
    case 4: random.double(-1e6...1e6).databaseValue
    case 5: Double(random.int(-3...3)).databaseValue
    case 6: "12".databaseValue
    case 7: "".databaseValue
    case 8: "Straße \u{1F6B0}".databaseValue
    case 9: Data().databaseValue
    case 10: Data([0, 1, 255]).databaseValue
    case 11: "01234567-89ab-CDEF-fedc-BA987654321G".databaseValue
    default: usual
    }
  }

  @Test(
    "Cells of every storage class give what they give cell by cell",
    arguments: [nil, .device, .line, .subnetLine, .junctionObject] as [NetworkSourceUsage?]
  )
  func cells(usage: NetworkSourceUsage?) throws {
    var random = SeededGenerator(seed: 1400)
    try Self.database().write { database in
      for _ in 0..<3000 {
        let id = GlobalID(high: random.next(), low: random.next()).description
        let point = Geometry.point(Point(x: random.double(0...9), y: random.double(0...9)))
        let usual: [DatabaseValue] = [
          Data(GeometryBlob.encode(point, envelope: point.envelope, srsID: 25832)).databaseValue,
          (random.oneIn(4) ? "{\(id.lowercased())}" : id).databaseValue,
          Int64(random.int(0...9)).databaseValue, Int64(random.int(0...9)).databaseValue,
          random.oneIn(2) ? .null : "bus/1".databaseValue, Int64(7).databaseValue,
          0.5.databaseValue, "text".databaseValue, Data([1, 2]).databaseValue,
        ]
        try Self.insert(usual.map { Self.cell($0, &random) }, database)
      }
      let soundCount = try Self.compare(try Self.rows(database, usage: usage), database)
      #expect(soundCount > 30 && soundCount < 3000)
      try Self.compare(try Self.rows(database, usage: usage, hasGeometry: false), database)
    }
  }

  @Test("Texts with a NUL, with broken UTF-8 or in a database of UTF-16 are read alike")
  func texts() throws {
    for encoding in ["UTF-8", "UTF-16le", "UTF-16be"] {
      try Self.database(encoding).writeWithoutTransaction { database in
        let id = "'01234567-89AB-CDEF-FEDC-BA9876543210'"
        for text in [
          id, "\(id) || char(0) || 'x'", "char(0)", "char(97, 0, 98)", "'\u{1F6B0}'",
          "CAST(x'61FF62' AS TEXT)", "CAST(x'C3' AS TEXT)", "CAST(x'00D8' AS TEXT)",
        ] {
          try database.execute(
            sql: """
              INSERT INTO t (GLOBALID, ASSETGROUP, ASSETTYPE, ORIGIN, t) \
              VALUES (\(id), 1, 1, \(text), \(text)), (\(text), 1, 1, NULL, NULL)
              """
          )
        }
        let devices = try Self.compare(try Self.rows(database, usage: .device), database)
        #expect(devices > 0, "\(encoding)")
        try Self.compare(try Self.rows(database, usage: nil), database)
      }
    }
  }

  private static func bytes<Number: FixedWidthInteger>(_ number: Number, little: Bool) -> [UInt8] {
    let bytes = stride(from: 0, to: Number.bitWidth, by: 8).map {
      UInt8(truncatingIfNeeded: number >> $0)
    }
    return little ? bytes : bytes.reversed()
  }

  /// A header with every kind of envelope, flags and reference system, before some WKB.
  private static func blob(_ wkb: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    let isLittle = !random.oneIn(6)
    let code = random.oneIn(12) ? random.int(5...7) : random.int(0...4)
    var flags = UInt8(code << 1) | (isLittle ? 1 : 0)
    if random.oneIn(12) { flags |= 1 << 4 }
    if random.oneIn(24) { flags |= 1 << 5 }
    if random.oneIn(24) { flags |= 1 << 6 }
    let srs: Int32 = random.oneIn(24) ? 4326 : 25832
    var bytes: [UInt8] = [0x47, random.oneIn(40) ? 0x51 : 0x50, random.oneIn(40) ? 1 : 0, flags]
    bytes += Self.bytes(srs, little: isLittle)
    let envelope = [0, 32, 48, 48, 64][min(code, 4)]
    bytes += (0..<envelope).map { _ in UInt8.random(in: 0...255, using: &random) }
    return bytes + wkb
  }

  /// A point or line of x and y in either byte order, now and then with numbers that are none.
  private static func plainWKB(_ random: inout SeededGenerator) -> [UInt8] {
    let isLittle = !random.oneIn(6)
    func number() -> [UInt8] {
      let special: [Double] = [.nan, .infinity, 1e200, -0.0, .leastNonzeroMagnitude]
      let value = random.oneIn(8) ? special[random.int(0...4)] : random.double(-1e7...1e7)
      return bytes(value.bitPattern, little: isLittle)
    }
    let isLine = random.oneIn(2)
    var wkb: [UInt8] = [isLittle ? 1 : 0] + bytes(UInt32(isLine ? 2 : 1), little: isLittle)
    let count = isLine ? random.int(0...5) : 1
    if isLine {
      let said = random.oneIn(10) ? UInt32(truncatingIfNeeded: random.next()) : UInt32(count)
      wkb += bytes(said, little: isLittle)
    }
    for _ in 0..<count * 2 { wkb += number() }
    return wkb
  }

  @Test(
    "Geometries of every kind, whole or broken, give what they give cell by cell",
    arguments: 0..<6 as Range<UInt64>
  )
  func geometries(seed: UInt64) throws {
    var source = RandomGeometry(seed: seed, allowsMeasures: true)
    try Self.database().write { database in
      for _ in 0..<2500 {
        var bytes: [UInt8]
        switch source.generator.int(0...5) {
        case 0: bytes = Self.blob(try source.geometry().wkb(), &source.generator)
        case 1:
          // EWKB, which states a reference system.
          let point = Point(x: 1, y: 2, srid: source.generator.oneIn(2) ? 25832 : 4326)
          bytes = Self.blob(Geometry.point(point).wkb(includingSRID: true), &source.generator)
        default: bytes = Self.blob(Self.plainWKB(&source.generator), &source.generator)
        }
        switch source.generator.int(0...9) {
        case 0: bytes.removeLast(source.generator.int(0...bytes.count))
        case 1: bytes += [0]
        case 2:
          let place = source.generator.int(0...min(bytes.count, 90) - 1)
          bytes[place] = UInt8.random(in: 0...255, using: &source.generator)
        default: break
        }
        let id = GlobalID(high: seed, low: source.generator.next()).description
        let one = 1.databaseValue
        try Self.insert([Data(bytes).databaseValue, id.databaseValue, one, one], database)
      }
      let soundCount = try Self.compare(try Self.rows(database, usage: .device), database)
      #expect(soundCount > 500 && soundCount < 2500)
    }
  }

  @Test("Every beginning of a geometry is broken, and both ways say how")
  func truncated() throws {
    try Self.database().write { database in
      for geometry in try ["POINT (1 2)", "LINESTRING (1 2, 3 4)"].map({ try Geometry(wkt: $0) }) {
        let whole = GeometryBlob.encode(geometry, envelope: nil, srsID: 25832)
        for count in 0...whole.count {
          try Self.insert([Data(whole.prefix(count)).databaseValue], database)
        }
      }
      #expect(try Self.compare(try Self.rows(database, usage: nil), database) == 2)
    }
  }
}
