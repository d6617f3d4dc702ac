import Foundation
import GRDB
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Derived data that other programs have left behind")
struct LeftBehindTests {
  /// SQL of a program without spatial indexes: triggers are dropped, and restored for some files.
  private static func damage(
    _ network: UtilityNetwork,
    _ generator: inout SeededGenerator
  ) -> [String] {
    let tables = network.tables.filter { $0.geometryType != nil && $0.count > 1 }
    return (0..<generator.int(1...4)).map { _ in
      let table = tables[generator.int(0...tables.count - 1)]
      let index = "\"rtree_\(table.name)_SHAPE\""
      let row = table.rowIDs[generator.int(0...table.count - 1)]
      let other = table.rowIDs[generator.int(0...table.count - 1)]
      switch generator.int(0...10) {
      case 0: return "DELETE FROM \(index)"
      case 1: return "DELETE FROM \(index) WHERE id % 2 = 0"
      case 2: return "DELETE FROM \(index) WHERE id = \(row)"
      case 3, 4:
        return
          "UPDATE \(table.name) SET SHAPE = (SELECT SHAPE FROM \(table.name) WHERE OBJECTID = \(other)) "
          + "WHERE OBJECTID = \(row)"
      case 5: return "UPDATE \(table.name) SET OBJECTID = OBJECTID + 100000 WHERE OBJECTID = \(row)"
      case 6: return "UPDATE \(index) SET minx = minx + 9, maxx = maxx + 9 WHERE id = \(row)"
      case 7: return "UPDATE gpkg_contents SET min_x = 0, min_y = 0, max_x = 1, max_y = 1"
      case 8: return "INSERT OR REPLACE INTO \(index) VALUES (777777, 0, 9, 0, 9)"
      case 9: return "UPDATE \(index) SET minx = minx - 9, maxy = maxy + 9"
      default: return "DROP TABLE \(index)"
      }
    }
  }

  private static func ids(_ network: UtilityNetwork, _ extent: Envelope? = nil) -> Set<GlobalID> {
    let reach = extent?.expanded(by: 2 * network.coincidenceTolerance.xy)
    return Set(
      network.features.compactMap { feature in
        guard let box = network.geometry(of: feature)?.envelope,
          reach.map({ box.intersects($0) }) ?? true
        else { return nil }
        return network.globalID(of: feature)
      }
    )
  }

  @Test(
    "An extent has the same features as all rows have, and a copy has a right index",
    arguments: 1...Extent.count(200 as UInt64, long: 1_000, full: 20_000)
  )
  func extents(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let made = try RandomConnectedNetwork(size: 40, using: &generator).network()
    let file = try TemporaryFile(holding: made)
    let triggers = try DatabaseQueue(path: file.path).read { database in
      try String.fetchAll(database, sql: "SELECT sql FROM sqlite_master WHERE type = 'trigger'")
    }
    let cache = ImageCache(folder: file.folder.path, leastFeatures: 0)
    _ = try GeoPackage.open(
      file.path,
      extent: Envelope(minX: 0, minY: 0, maxX: 1, maxY: 1),
      images: cache
    )
    let damage = Self.damage(made, &generator)
    // A second program may be refused what the first has dropped.
    for sql in damage { try? file.execute(sql) }
    if generator.int(0...1) == 0 { for sql in triggers { try? file.restore(sql) } }
    let place: Comment = "seed \(seed): \(damage)"
    let whole = try GeoPackage.open(file.path, images: .none).network
    let copy = try TemporaryFile()
    try GeoPackage.copy(file.path, to: copy.path, replacing: false)
    var problems: [NetworkProblem] = []
    _ = try GeoPackage.open(copy.path, tolerating: &problems, images: .none)
    let isGone = damage.contains { $0.hasPrefix("DROP") }
    #expect(isGone || problems.filter { $0.code == nil }.isEmpty, place)
    for _ in 0..<2 {
      let (x, y) = (generator.double(0...6), generator.double(0...6))
      let (right, top) = (x + generator.double(0...3), y + generator.double(0...3))
      let extent = Envelope(minX: x, minY: y, maxX: right, maxY: top)
      let expected = Self.ids(whole, extent)
      for images in [ImageCache.none, cache] {
        let part = try GeoPackage.open(file.path, extent: extent, images: images)
        #expect(Self.ids(part.network) == expected, place)
        let copied = try GeoPackage.open(copy.path, extent: extent, images: images)
        #expect(Self.ids(copied.network) == expected, place)
        #expect(isGone || copied.notes.isEmpty, place)
      }
    }
  }
}

extension LeftBehindTests {
  @Test(
    "Places that single precision does not have are found",
    arguments: [(11, 1e150, 5.0), (8, 1.0 / 3, -2e-300)] as [(UInt64, Double, Double)]
  )
  func rounded(number: UInt64, x: Double, y: Double) throws {
    let file = try SampleNetwork.file()
    let extent = Envelope(minX: x, minY: y, maxX: x, maxY: y)
    let part = try GeoPackage.open(file.path, extent: extent, images: .none)
    #expect(part.network.feature(.globalID(SampleNetwork.id(number))) != nil)
    #expect(part.notes.isEmpty)
  }

  @Test("What GeoSnap writes is not taken for what others left behind")
  func own() throws {
    var problems: [NetworkProblem] = []
    let file = try SampleNetwork.file()
    _ = try GeoPackage.open(file.path, tolerating: &problems, images: .none)
    #expect(problems.isEmpty)
  }
}

extension TemporaryFile {
  /// Runs SQL and leaves triggers where they are.
  fileprivate func restore(_ sql: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { try $0.execute(sql: sql) }
    try queue.close()
  }
}

extension LeftBehindTests {
  @Test("A blob's undefined system is its table's; gpkg_geometry_columns goes before gpkg_contents")
  func systems() throws {
    let file = try SampleNetwork.file()
    let before = try GeoPackage.open(file.path, images: .none).network
    try file.execute(
      """
      UPDATE ElectricLine SET SHAPE = CAST(substr(SHAPE, 1, 4) || x'00000000' || substr(SHAPE, 9) AS BLOB);
      UPDATE gpkg_contents SET srs_id = 4326 WHERE table_name = 'ElectricLine'
      """
    )
    let stored = try GeoPackage.open(file.path, images: .none)
    #expect(NaiveNetwork(before).difference(from: EditedNetwork(stored.network)) == nil)
    #expect(stored.notes.map(\.table) == ["ElectricLine"])
    #expect(
      stored.notes.first?.message.hasSuffix("gpkg_geometry_columns names 25832, which is used.")
        == true
    )
  }

  @Test("A year alone in a column of dates is read as its digits")
  func years() throws {
    let file = try SampleNetwork.file()
    try file.execute(
      "ALTER TABLE survey_points ADD COLUMN laid DATE; UPDATE survey_points SET laid = '1998'"
    )
    let network = try GeoPackage.open(file.path, images: .none).network
    let points = try #require(network.tables.first { $0.name == "survey_points" })
    let laid = try #require(points.column(named: "laid"))
    #expect((0..<points.count).allSatisfy { laid[$0] == .text("1998") })
  }
}
