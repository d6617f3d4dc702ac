import GeoSnap
import GeoSnapImport
import GeoSnapTestSupport
import Testing

/// Lines drawn on each other, beside each other and in pieces, with points that are as near to several of them.
@Suite("Of equals none is taken silently")
struct EqualsTests {
  private static let tolerance = 0.1

  private static func distance(_ place: Coordinate, _ path: [Coordinate]) -> Double {
    zip(path, path.dropFirst()).map { Segment($0, $1).squaredDistance(to: place).squareRoot() }
      .min() ?? .infinity
  }

  private struct Ground {
    var lines: [[Coordinate]] = []
    var points: [Coordinate] = [Coordinate(x: -500, y: -500)]
    var random: SeededGenerator

    init(seed: UInt64) {
      random = SeededGenerator(seed: seed)
      for stretch in 0..<random.int(1...3) {
        let base = 50.0 * Double(stretch)
        // Offsets in binary fractions: distances to both sides are exactly the same.
        for _ in 0..<random.int(2...4) {
          let y = base + Double(random.int(0...2)) * 0.125
          let from = Double(random.int(0...20))
          let to = Double(random.int(60...80))
          let inner = (0..<random.int(0...3)).map { _ in Double(random.int(21...59)) }.sorted()
          let path = ([from] + inner + [to]).map { Coordinate(x: $0, y: y) }
          lines.append(random.oneIn(3) ? path.reversed() : path)
        }
        for _ in 0..<random.int(1...3) {
          let place = Coordinate(
            x: random.double(22...58),
            y: base + Double(random.int(0...4)) * 0.0625
          )
          points.append(place)
          if random.oneIn(4) { points.append(place) }
        }
      }
    }

    var files: [ImportFile] {
      func feature(_ type: String, _ coordinates: String) -> String {
        """
        {"type":"Feature","properties":{},"geometry":{"type":"\(type)","coordinates":\(coordinates)}}

        """
      }
      func text(_ place: Coordinate) -> String { "[\(place.x),\(place.y)]" }
      let mapping = """
        {"srid": 25832, "snapTolerance": \(EqualsTests.tolerance), "insertVertices": true, "moves": "points",
         "gapDistance": 0.3, "domainNetworks": [{"name": "Water"}],
         "sources": [{"name": "Pipe", "usage": "line", "data": "pipes.geojsonl", "policy": "anyVertex"},
          {"name": "Tap", "usage": "junction", "data": "taps.geojsonl"}],
         "rules": [{"junctionEdge": ["Tap", "Pipe"]}]}
        """
      return [
        ImportFile("mapping.json", mapping),
        ImportFile(
          "pipes.geojsonl",
          lines.map { feature("LineString", "[" + $0.map(text).joined(separator: ",") + "]") }
            .joined()
        ),
        ImportFile("taps.geojsonl", points.map { feature("Point", text($0)) }.joined()),
      ]
    }
  }

  private static func places(_ network: UtilityNetwork, _ table: String) -> [String: [Coordinate]] {
    guard let rows = network.tables.first(where: { $0.name == table }) else { return [:] }
    return Dictionary(
      uniqueKeysWithValues: (0..<rows.count).map { row in
        (rows.origins[row] ?? "", rows.geometries[row].map { Array($0.coordinates) } ?? [])
      }
    )
  }

  @Test("A point that is moved joins every line there, and a note counts where another was as near")
  func importing() throws {
    for seed in UInt64(0)..<Extent.count(100, long: 1_000, full: 20_000) {
      let ground = Ground(seed: seed)
      let result = try GISImporter().read(ground.files, named: "mapping.json")
      let lines = Self.places(result.network, "Pipe")
      let points = Self.places(result.network, "Tap")
      var undecided = 0
      for (number, drawn) in ground.points.enumerated().dropFirst() {
        let origin = "taps/\(number + 1)"
        let comment: Comment = "seed \(seed): \(origin) at \(drawn)"
        let place = try #require(points[origin]?.first)
        let there = lines.filter { Self.distance(place, $0.value) <= 0.001 }
        for (line, path) in there {
          #expect(
            path.contains { $0.distance(to: place) <= 0.001 },
            "\(line) has no vertex for \(comment)"
          )
        }
        let isListed = result.report.moves.contains { $0.origin == origin && $0.reason == .keptGap }
        #expect(!there.isEmpty || isListed, comment)
        let moved = place.distance(to: drawn)
        guard moved > 0.001 else { continue }
        if lines.contains(where: {
          there[$0.key] == nil && abs(Self.distance(drawn, $0.value) - moved) <= 0.001
        }) {
          undecided += 1
        }
      }
      let notes = result.report.notes.filter { $0.contains("equally near places") }
      let isTold =
        undecided == 0 ? notes.isEmpty : notes.count == 1 && notes[0].contains(": \(undecided); ")
      #expect(isTold, "seed \(seed): \(undecided), \(notes)")
    }
  }

  @Test("A junction that is drawn on a shared stretch joins each of its lines, or is refused")
  func drawing() throws {
    for seed in UInt64(0)..<Extent.count(100, long: 1_000, full: 20_000) {
      var ground = Ground(seed: seed)
      ground.points.removeLast(ground.points.count - 1)
      let network = try GISImporter().read(ground.files, named: "mapping.json").network
      let tap = try #require(
        network.definition.domainNetworks[0].sources.first { $0.name == "Tap" }?.assetGroups.first
      )
      var draft = NetworkDraft(try NetworkState(network))
      let line = ground.random.int(0...ground.lines.count - 1)
      let place = Coordinate(x: ground.random.double(22...58), y: ground.lines[line][0].y)
      let type = AssetTypeID(0, tap.code, tap.assetTypes[0].code)
      try draft.draw(NewFeature(type, .point(Point(place))), in: "Tap")
      let after = draft.state.network
      let pipes = network.tables.indices.filter { network.tables[$0].name == "Pipe" }
      for feature in pipes.flatMap({ after.features(table: $0) }) {
        let path = after.geometry(of: feature).map { Array($0.coordinates) } ?? []
        guard Self.distance(place, path) <= 0.001 else { continue }
        #expect(path.contains { $0.distance(to: place) <= 0.001 }, "seed \(seed): \(path)")
      }
    }
  }
}
