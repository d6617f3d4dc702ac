import Foundation
import GRDB
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("The spatial index that is packed when a file is written")
struct SpatialIndexTests {
  enum Ground: CaseIterable {
    case plain, onePlace, huge, line, mixed
  }

  @Test(
    "It is sound, and answers as all boxes do, one by one",
    arguments: [0, 1, 2, 51, 52, 102, 103, 2601, 2602],
    Ground.allCases
  )
  func answers(_ count: Int, _ ground: Ground) throws {
    let number = UInt64(Ground.allCases.firstIndex(of: ground) ?? 0)
    var generator = SeededGenerator(seed: UInt64(count) * 7 + number)
    let place = Comment("seed \(generator.seed), \(count) rows, \(ground)")
    let (file, boxes) = try Self.file(count, ground, &generator)
    // What SQLite compares with are single-precision numbers, rounded outwards.
    let rounded = boxes.mapValues { box in
      Envelope(
        minX: Double(PackedSpatialIndex.roundedDown(box.minX)),
        minY: Double(PackedSpatialIndex.roundedDown(box.minY)),
        maxX: Double(PackedSpatialIndex.roundedUp(box.maxX)),
        maxY: Double(PackedSpatialIndex.roundedUp(box.maxY))
      )
    }
    try file.read { database in
      #expect(try Self.check(database) == "ok", place)
      #expect(try Self.ids(database) == boxes.keys.sorted(), place)
      for box in Self.windows(boxes, &generator) {
        let found = try Self.ids(
          database,
          "WHERE minx <= \(box.maxX) AND maxx >= \(box.minX) AND miny <= \(box.maxY) AND maxy >= \(box.minY)"
        )
        let expected = rounded.filter {
          $0.value.minX <= box.maxX && $0.value.maxX >= box.minX && $0.value.minY <= box.maxY
            && $0.value.maxY >= box.minY
        }
        #expect(found == expected.keys.sorted(), place)
        // Beyond single precision no index finds anything.
        if ground == .huge { continue }
        let touched = boxes.filter { $0.value.intersects(box) }
        #expect(Set(found).isSuperset(of: touched.keys), place)
      }
    }
  }

  @Test("Its boxes are those that SQLite stores when it inserts one after the other")
  func stored() throws {
    for ground in Ground.allCases {
      var generator = SeededGenerator(seed: 5)
      let (file, boxes) = try Self.file(400, ground, &generator)
      let queue = try DatabaseQueue(path: file.path)
      try queue.write { database in
        try database.execute(sql: "CREATE VIRTUAL TABLE other USING rtree(id, a, b, c, d)")
        for (id, box) in boxes {
          let values: StatementArguments = [id, box.minX, box.maxX, box.minY, box.maxY]
          try database.execute(sql: "INSERT INTO other VALUES (?, ?, ?, ?, ?)", arguments: values)
        }
        let rows = try ["other", "rtree_shapes_SHAPE"].map { table in
          try Row.fetchAll(database, sql: "SELECT * FROM \(table) ORDER BY id")
            .map { Array($0.databaseValues) }
        }
        #expect(rows[0] == rows[1], "seed \(generator.seed), \(ground)")
      }
    }
  }

  @Test("Rows are added and removed afterwards", arguments: [0, 1, 52, 2602])
  func edited(_ count: Int) throws {
    var generator = SeededGenerator(seed: UInt64(count) + 11)
    let place = Comment("seed \(generator.seed), \(count) rows")
    let (file, known) = try Self.file(count, .plain, &generator)
    var boxes = known
    let queue = try DatabaseQueue(path: file.path)
    try queue.write { database in
      SpatialFunctions.add(to: database)
      for id in boxes.keys.sorted() where generator.oneIn(2) {
        boxes[id] = nil
        try database.execute(sql: "DELETE FROM shapes WHERE OBJECTID = ?", arguments: [id])
      }
      #expect(try Self.check(database) == "ok", place)
      for _ in 0..<300 {
        let point = Coordinate(x: generator.double(0...900), y: generator.double(0...900))
        let blob = Data(GeometryBlob.encode(point, srsID: 25832))
        try database.execute(sql: "INSERT INTO shapes (SHAPE) VALUES (?)", arguments: [blob])
        boxes[database.lastInsertedRowID] = Envelope(point)
      }
      #expect(try Self.check(database) == "ok", place)
      try database.execute(sql: "UPDATE shapes SET SHAPE = NULL WHERE OBJECTID % 7 = 0")
      boxes = boxes.filter { $0.key % 7 != 0 }
      #expect(try Self.check(database) == "ok", place)
      #expect(try Self.ids(database) == boxes.keys.sorted(), place)
      try database.execute(sql: "DELETE FROM shapes")
      #expect(try Self.check(database) == "ok", place)
      #expect(try Self.ids(database) == [], place)
    }
    #expect(try file.network.featureCount == 0)
  }

  @Test("The same network gives the same file")
  func repeated() throws {
    let files = try (0..<2).map { _ in
      var generator = SeededGenerator(seed: 3)
      return try Self.file(3000, .mixed, &generator).file.bytes
    }
    #expect(files[0] == files[1])
  }

  private static func check(_ database: Database) throws -> String? {
    try String.fetchOne(database, sql: "SELECT rtreecheck('rtree_shapes_SHAPE')")
  }

  private static func ids(_ database: Database, _ condition: String = "") throws -> [Int64] {
    let sql = "SELECT id FROM rtree_shapes_SHAPE \(condition) ORDER BY id"
    return try Int64.fetchAll(database, sql: sql)
  }

  private static func file(
    _ count: Int,
    _ ground: Ground,
    _ generator: inout SeededGenerator
  ) throws -> (file: TemporaryFile, boxes: [Int64: Envelope]) {
    var table = FeatureTable(plain: "shapes", .geometryCollection)
    var boxes: [Int64: Envelope] = [:]
    var number: Int64 = 0
    while boxes.count < count {
      // Ids need not follow each other.
      number += Int64(generator.int(1...3))
      let geometry = try shape(ground, &generator)
      boxes[number] = geometry?.envelope
      table.append(Feature(rowID: number, globalID: nil, geometry: geometry))
    }
    return (try TemporaryFile(holding: UtilityNetwork(plain: [table], srid: 25832)), boxes)
  }

  private static func shape(_ ground: Ground, _ generator: inout SeededGenerator) throws
    -> Geometry?
  {
    func point(_ x: Double, _ y: Double) -> Geometry { .point(Point(x: x, y: y, srid: 25832)) }
    switch ground {
    case .plain: return point(generator.double(0...1000), generator.double(-1000...0))
    case .onePlace: return point(417_831.99, 5_367_587.99)
    case .huge:
      let scale = [1e30, 1e38, 1e-40, 1e140][generator.int(0...3)]
      return point(generator.double(-1...1) * scale, generator.double(-1...1) * scale)
    case .line: return point(generator.double(0...1e6), 7)
    case .mixed:
      switch generator.int(0...5) {
      case 0: return nil
      case 1: return .point(Point(emptyIn: 25832))
      case 2: return point(generator.double(0...1000), generator.double(0...1000))
      default:
        let (x, y) = (generator.double(0...1000), generator.double(0...1000))
        let end = Coordinate(x: x + generator.double(0...90), y: y - generator.double(0...90))
        let places = CoordinateSequence([Coordinate(x: x, y: y), end])
        return .lineString(try LineString(places, srid: 25832))
      }
    }
  }

  private static func windows(
    _ boxes: [Int64: Envelope],
    _ generator: inout SeededGenerator
  ) -> [Envelope] {
    var windows = [Envelope(minX: -1e150, minY: -1e150, maxX: 1e150, maxY: 1e150)]
    let known = boxes.keys.sorted().compactMap { boxes[$0] }
    guard !known.isEmpty else { return windows }
    for _ in 0..<Extent.count(4, long: 30) {
      let pair = (0..<2).map { _ in known[generator.int(0...known.count - 1)] }
      windows += [pair[0], Envelope.combining(pair) ?? pair[1]]
    }
    return windows
  }
}
