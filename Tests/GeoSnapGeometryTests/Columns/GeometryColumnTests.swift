import GeoSnap
import GeoSnapGeometry
import GeoSnapTestSupport
import Testing

@Suite("Geometries in a column")
struct GeometryColumnTests {
  private static func geometries(_ count: Int, seed: UInt64) throws -> [Geometry?] {
    var random = RandomGeometry(seed: seed, allowsMeasures: true)
    let systems: [SRID?] = [nil, 25_832, 4326, -1]
    // Most columns have one reference system.
    let only = seed.isMultiple(of: 3) ? nil : systems[random.generator.int(0...3)]
    return try (0..<count).map { _ in
      if random.generator.oneIn(6) { return nil }
      let geometry = try random.geometry()
      return geometry.declared(in: only ?? systems[random.generator.int(0...3)])
    }
  }

  @Test("Random geometries come back bit for bit", arguments: seeds(30))
  func random(seed: UInt64) throws {
    let geometries = try Self.geometries(200, seed: seed)
    let column = GeometryColumn(geometries)
    #expect(column.count == geometries.count)
    for (row, geometry) in geometries.enumerated() {
      #expect(column[row] == geometry, "seed \(seed), row \(row)")
      #expect(column[row]?.wkb() == geometry?.wkb(), "seed \(seed), row \(row)")
      #expect(column[row]?.srid == geometry?.srid, "seed \(seed), row \(row)")
      #expect(column.type(row) == geometry?.type, "seed \(seed), row \(row)")
    }
    #expect(column == GeometryColumn(geometries))
  }

  @Test("Columns are put together", arguments: seeds(30))
  func together(seed: UInt64) throws {
    let parts = try (0..<3).map { try Self.geometries(40, seed: seed * 7 + $0) }
    var column = GeometryColumn(parts[0])
    column.append(contentsOf: GeometryColumn(Array(repeating: nil, count: 5)))
    column.append(contentsOf: GeometryColumn(parts[1]))
    column.append(contentsOf: GeometryColumn(parts[2]))
    let all = parts[0] + Array(repeating: nil, count: 5) + parts[1] + parts[2]
    #expect(Array(column) == all, "seed \(seed)")
  }

  @Test("A path is the line of one part", arguments: seeds(30))
  func paths(seed: UInt64) throws {
    let geometries = try Self.geometries(200, seed: seed)
    let column = GeometryColumn(geometries)
    for (row, geometry) in geometries.enumerated() {
      let line: CoordinateSequence? =
        switch geometry {
        case .lineString(let line): line.coordinates
        case .multiLineString(let lines) where lines.partEnds.count == 1: lines.coordinates
        default: nil
        }
      guard let line, line.count > 1 else {
        #expect(column.onlyPath(row) == nil, "seed \(seed), row \(row)")
        continue
      }
      let path = try #require(column.onlyPath(row), "seed \(seed), row \(row)")
      #expect(path.count == line.count)
      for index in line.indices {
        #expect(column.vertex(index, of: path) == line[index], "seed \(seed), row \(row)")
        #expect(
          column.z(index, of: path)?.bitPattern == line.z(at: index)?.bitPattern,
          "seed \(seed), row \(row)"
        )
      }
      let ordinates = column.withOrdinates(of: path) { all in all.indices.map { all[$0] } }
      // Measures may be NaN.
      #expect(
        ordinates.map(\.bitPattern) == line.ordinates.map(\.bitPattern),
        "seed \(seed), row \(row)"
      )
    }
  }

  @Test("Rows without geometry take no memory, points and lines little")
  func memory() throws {
    #expect(GeometryColumn(Array(repeating: nil, count: 1000)).byteCount == 0)
    let points = GeometryColumn((0..<1000).map { .point(Point(x: Double($0), y: 0, srid: 1)) })
    #expect(points.byteCount == 1000 * (1 + 8 + 16))
  }
}
