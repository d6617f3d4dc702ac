import GeoSnap
import GeoSnapTestSupport
import GeoSnapTopology
import Testing

@Suite("Validation finds what was planted, and nothing else")
struct PlantedErrorTests {
  /// Errors that only a file can have are planted there.
  static let codes = NetworkErrorCode.allCases.filter {
    $0 != .inconsistentAssetType && $0.number != nil
  }

  @Test("Sites without errors are clean")
  func clean() throws {
    var generator = SeededGenerator(seed: 1)
    let (network, problems) = try PlantGround(sites: 40, using: &generator).network.make()
    #expect(problems.isEmpty)
    let validation = try NetworkValidation(network)
    #expect(validation.isConsistent)
    #expect(validation.errors.map(\.message) == [])
    #expect(validation.ruleGaps.isEmpty)
  }

  @Test("Each code is found at each planted feature and at no other", arguments: codes)
  func planted(_ code: NetworkErrorCode) throws {
    for seed in 0..<Extent.count(2, long: 6) as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var ground = try PlantGround(sites: 40, using: &generator)
      for site in ground.sites.shuffled(using: &generator).prefix(10) {
        try ground.plant(code, at: site, using: &generator)
      }
      let (network, problems) = try ground.network.make()
      let validation = try NetworkValidation(network, tolerated: problems)
      let all = "seed \(seed): " + validation.errors.map(\.message).joined(separator: "\n")
      try #require(validation.errors.count == 10, "\(all)")
      #expect(validation.errors.allSatisfy { $0.code == code }, "\(all)")
      for planted in ground.network.planted {
        let feature = try #require(network.feature(globalID: planted))
        #expect(validation.errors(of: feature).count == 1, "\(planted) \(all)")
        #expect(validation.status(of: feature) == .error)
      }
      #expect(Set(ground.network.planted).count == 10)
    }
  }

  @Test("Errors of all codes in one network are found, each at its feature")
  func mixed() throws {
    for seed in 0..<10 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var ground = try PlantGround(sites: 64, using: &generator)
      var expected: [GlobalID: NetworkErrorCode] = [:]
      for (site, code) in zip(ground.sites.shuffled(using: &generator), Self.codes + Self.codes) {
        try ground.plant(code, at: site, using: &generator)
        expected[try #require(ground.network.planted.last)] = code
      }
      let (network, problems) = try ground.network.make()
      let validation = try NetworkValidation(network, tolerated: problems)
      #expect(validation.errors.count == 2 * Self.codes.count, "seed \(seed)")
      for (planted, code) in expected {
        let feature = try #require(network.feature(globalID: planted))
        #expect(validation.errors(of: feature).map(\.code) == [code], "seed \(seed) \(planted)")
      }
      // The same network gives the same list, whatever the order of its associations.
      var turned = ground.network
      turned.associations.reverse()
      let again = try turned.make()
      let other = try NetworkValidation(again.network, tolerated: again.problems)
      #expect(other.errors.map(\.message) == validation.errors.map(\.message))
    }
  }

  @Test("In an extent only what concerns features there is listed")
  func extent() throws {
    var generator = SeededGenerator(seed: 3)
    var ground = try PlantGround(sites: 40, using: &generator)
    for site in ground.sites {
      try ground.plant(.multiTerminalMidspan, at: site, using: &generator)
    }
    let (network, _) = try ground.network.make()
    let place = ground.sites[9].place(30, 10)
    let validation = try NetworkValidation(network, extent: Envelope(place))
    #expect(validation.errors.count == 1)
    #expect(validation.errors.first?.location == place)
    let nowhere = Envelope(minX: -900, minY: -900, maxX: -800, maxY: -800)
    #expect(try NetworkValidation(network, extent: nowhere).isConsistent)
  }
}
