import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("What a caller gets wrong traps nowhere")
struct NoTrapTests {
  /// 3,000 calls, in a longer run 100,000. Each seed has networks of its own.
  private static let seedCount: UInt64 = Extent.count(6, long: 100)
  private static let callsEach = Extent.count(500, long: 1_000)

  @Test(
    "Random asset types, roles, numbers, features and places through every public entry",
    arguments: seeds(seedCount)
  )
  func calls(seed: UInt64) throws {
    print("NoTrapTests: seed \(seed), \(Self.callsEach) calls")
    var ground = try TrapGround(seed: seed)
    var counts: [String: (answered: Int, refused: Int)] = [:]
    for number in 0..<Self.callsEach {
      let call = TrapCall.all[number % TrapCall.all.count]
      do {
        try call.run(&ground)
        counts[call.name, default: (0, 0)].answered += 1
      } catch {
        counts[call.name, default: (0, 0)].refused += 1
        let sentence = "\(error)"
        #expect(sentence.hasSuffix(".") && sentence.contains(" "), "\(call.name): \(sentence)")
      }
    }
    // A call that is always refused would try little.
    #expect(counts.values.allSatisfy { $0.answered > 0 || $0.refused < 8 }, "\(counts)")
  }

  @Test("A role that does not fit, and a pixel without a view, are refused in a sentence")
  func refusals() throws {
    let index = try NetworkIndex(GasFixture.network())
    let place = Coordinate(x: 5, y: 0.5)
    var settings = SnapSettings()
    settings.isEnabled = true
    for (type, wrong) in [(GasFixture.tap, SnapRole.lineEnd), (GasFixture.main, .point)] {
      let rules = try SnapRules(for: type, in: index.network.base)
      settings.syncSourceSettings(with: index.network.base, rules: rules, enabling: .setFromRules)
      let snapper = Snapper(index, settings: settings, rules: rules)
      // The asset type decides the role.
      let right: SnapRole = type == GasFixture.tap ? .point : .lineEnd
      #expect(
        try snapper.snap(at: place, tolerance: 1)
          == snapper.snap(at: place, tolerance: 1, role: right)
      )
      let error = #expect(throws: SnapRuleError.self) {
        try snapper.snap(at: place, tolerance: 1, role: wrong)
      }
      #expect(error?.code == .wrongRole)
      let blind = #expect(throws: SnapRuleError.self) { try snapper.snap(at: place) }
      #expect(blind?.code == .missingView)
    }
  }

  @Test("A commit that does not follow is refused, and changes nothing")
  func commits() throws {
    var state = try NetworkState(GasFixture.network())
    let other = try NetworkState(GasFixture.network())
    let commit = try other.network.committing(
      NetworkTransaction("A name", [.setOrigin(.globalID(GasFixture.id(1)), "other")])
    )
    let error = #expect(throws: IndexError.self) { try state.apply(commit) }
    #expect(error?.code == .commitOutOfOrder)
  }
}
