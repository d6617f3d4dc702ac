import Foundation
import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("What a caller gets wrong traps nowhere")
struct NoTrapTests {
  /// Each seed has different networks: 3,000 calls, in a longer run 100,000.
  private static let seedCount: UInt64 = Extent.count(6, long: 100)
  private static let callsEach = Extent.count(500, long: 1_000)

  /// All entries, or those of the name in `GEOSNAP_CALL`: a trap ends the process, and says which it was in its trace.
  private static let entries: [TrapCall] = {
    let name = ProcessInfo.processInfo.environment["GEOSNAP_CALL"]
    return TrapCall.all.filter { name == nil || $0.name == name }
  }()

  @Test(
    "Random asset types, roles, numbers, features and places through every public entry",
    arguments: seeds(seedCount)
  )
  func calls(seed: UInt64) throws {
    print("NoTrapTests: seed \(seed), \(Self.callsEach) calls")
    var ground = try TrapGround(seed: seed)
    var counts: [String: (answered: Int, refused: Int)] = [:]
    for number in 0..<Self.callsEach {
      let call = Self.entries[number % Self.entries.count]
      do {
        try call.run(&ground)
        counts[call.name, default: (0, 0)].answered += 1
      } catch {
        counts[call.name, default: (0, 0)].refused += 1
        let sentence = "\(error)"
        #expect(sentence.hasSuffix(".") && sentence.contains(" "), "\(call.name): \(sentence)")
      }
    }
    // Where all is refused little is tried.
    #expect(counts.values.count { $0.answered > 0 } > counts.count / 2 || counts.count == 1)
  }

  @Test("A commit that does not follow is refused, and changes nothing")
  func commits() throws {
    var state = try NetworkState(GasFixture.network())
    let key = FeatureKey.globalID(GasFixture.id(111))
    let first = try state.network.committing(NetworkTransaction("One", [.setOrigin(key, "one")]))
    let commit = try first.after.committing(NetworkTransaction("Two", [.setOrigin(key, "two")]))
    let error = #expect(throws: IndexError.self) { try state.apply(commit) }
    #expect(error?.code == .commitOutOfOrder)
  }
}
