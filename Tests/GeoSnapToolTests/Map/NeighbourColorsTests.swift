import GeoSnap
import GeoSnapTestSupport
import GeoSnapTool
import Testing

@Suite("Colours of neighbours")
struct NeighbourColorsTests {
  private func colors(_ made: MadeUpNetwork, _ groups: [[FeatureID]], reach: Double) throws -> [Int]
  {
    let network = EditedNetwork(try made.build())
    return NeighbourColors(groups, in: network, reach: reach, palette: 10).numbers
  }

  @Test("Groups that touch never share a colour of ten", arguments: seeds(20))
  func touching(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // Lines between the places of a grid, each of the group whose centre is nearest.
    let centres = (0..<2 + Int(seed) * 3).map { _ in random.place(around: 10, 10, 20, 20) }
    var network = MadeUpNetwork()
    var groups = [[FeatureID]](repeating: [], count: centres.count)
    var places = [Set<Coordinate>](repeating: [], count: centres.count)
    for row in 0..<800 {
      let start = Coordinate(x: Double(row / 40), y: Double(row / 2 % 20))
      let end = Coordinate(x: start.x + Double(row % 2), y: start.y + Double(1 - row % 2))
      let distances = centres.map { $0.distance(to: start) }
      let nearest = centres.indices.min { distances[$0] < distances[$1] } ?? 0
      network.add(to: 0, try MadeUpNetwork.line([(start.x, start.y), (end.x, end.y)]))
      groups[nearest].append(FeatureID(table: 0, row: row))
      places[nearest].formUnion([start, end])
    }
    let colors = try colors(network, groups, reach: 1)
    #expect(colors.count == groups.count && colors.allSatisfy { (0..<10).contains($0) })
    for first in groups.indices {
      for second in groups.indices[(first + 1)...] where colors[first] == colors[second] {
        #expect(places[first].isDisjoint(with: places[second]), "seed \(seed): \(first), \(second)")
      }
    }
  }

  @Test("Groups near each other differ while there are colours; more on one spot get their own")
  func near() throws {
    for (count, apart, reach) in [(0, 1, 1), (9, 0.5, 10.0), (25, 0, 1)] {
      var network = MadeUpNetwork()
      for number in 0..<count { network.add(point: Double(number) * apart, 5, to: 1) }
      let groups = (0..<count).map { [FeatureID(table: 1, row: $0)] }
      let colors = try colors(network, groups, reach: reach)
      #expect(Set(colors).count == count && Set(colors.map(MapEmphasis.color)).count == count)
    }
    #expect(try colors(MadeUpNetwork(), [[], []], reach: 1).count == 2)
    let texts = (0..<200).map(MapEmphasis.color)
    #expect(texts.allSatisfy { $0.wholeMatch(of: /#[0-9a-f]{6}/) != nil })
  }
}
