import GeoSnap
import GeoSnapTool
import Testing

@Suite("Colours of neighbours")
struct NeighbourColorsTests {
  /// Lines between the places of a grid, dealt out to groups by where they are.
  private func groups(
    _ random: inout SplitMix,
    _ count: Int
  ) throws -> (network: UtilityNetwork, groups: [[FeatureID]]) {
    var network = MadeUpNetwork()
    var groups = [[FeatureID]](repeating: [], count: count)
    let seeds = (0..<count).map { _ in (random.chance() * 20, random.chance() * 20) }
    var row = 0
    for x in 0..<20 {
      for y in 0..<20 {
        for (toX, toY) in [(x + 1, y), (x, y + 1)] {
          let ends = [(Double(x), Double(y)), (Double(toX), Double(toY))]
          network.add(to: 0, try MadeUpNetwork.line(ends))
          let nearest = seeds.indices.min { first, second in
            func distance(_ seed: Int) -> Double {
              let (dx, dy) = (seeds[seed].0 - ends[0].0, seeds[seed].1 - ends[0].1)
              return dx * dx + dy * dy
            }
            return distance(first) < distance(second)
          }
          groups[nearest ?? 0].append(FeatureID(table: 0, row: row))
          row += 1
        }
      }
    }
    return (try network.build(), groups)
  }

  @Test("Groups that touch never share a colour of ten", arguments: 1...20)
  func touching(seed: UInt64) throws {
    var random = SplitMix(seed)
    let (network, groups) = try groups(&random, 2 + Int(seed) * 3)
    let colors = NeighbourColors(groups, in: EditedNetwork(network), reach: 1, palette: 10).numbers
    #expect(colors.count == groups.count)
    #expect(colors.allSatisfy { (0..<10).contains($0) }, "seed \(seed)")
    let places = groups.map { group in
      Set(group.flatMap { Array(network.geometry(of: $0)?.coordinates ?? []) })
    }
    for first in groups.indices {
      for second in groups.indices[(first + 1)...] where colors[first] == colors[second] {
        #expect(places[first].isDisjoint(with: places[second]), "seed \(seed): \(first), \(second)")
      }
    }
  }

  @Test("More groups on one spot than colours get colours of their own")
  func crowded() throws {
    var network = MadeUpNetwork()
    for _ in 0..<25 { network.add(point: 5, 5, to: 1) }
    let groups = (0..<25).map { [FeatureID(table: 1, row: $0)] }
    let colors = NeighbourColors(
      groups,
      in: EditedNetwork(try network.build()),
      reach: 1,
      palette: 10
    ).numbers
    #expect(Set(colors).count == 25)
    #expect(Set(colors.map(MapEmphasis.color)).count == 25)
    for number in 0..<200 {
      #expect(MapEmphasis.color(number).wholeMatch(of: /#[0-9a-f]{6}/) != nil, "\(number)")
    }
  }

  @Test("Groups that lie near each other differ as long as there are colours")
  func near() throws {
    var network = MadeUpNetwork()
    for x in 0..<9 { network.add(point: Double(x) * 0.5, 5, to: 1) }
    let groups = (0..<9).map { [FeatureID(table: 1, row: $0)] }
    let colors = NeighbourColors(
      groups,
      in: EditedNetwork(try network.build()),
      reach: 10,
      palette: 10
    ).numbers
    #expect(Set(colors).count == 9)
  }

  @Test("No groups, empty groups and features without a place have colours")
  func degenerate() throws {
    let network = try MadeUpNetwork().build()
    #expect(NeighbourColors([], in: EditedNetwork(network), reach: 1, palette: 10).numbers.isEmpty)
    #expect(
      NeighbourColors([[], []], in: EditedNetwork(network), reach: 1, palette: 10).numbers.count
        == 2
    )
  }
}
