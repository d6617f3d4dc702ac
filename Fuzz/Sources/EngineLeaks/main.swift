import EngineCalls
import GeoSnap

// Calls operations of the engine with operands of pseudo-random bytes, a million or as many as the
// argument says, and tells how many were refused. Without tasks and without output in between, so that
// valgrind can follow; Scripts/check-leaks runs it there.

let wanted = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000
var random = OperandGenerator(seed: 7)
var calls = 0
var refusals = 0
var digest: UInt64 = 0
while calls < wanted {
  guard let operands = random.operands() else { continue }
  for call in EngineCall.all where calls < wanted {
    let answer = call.answer(operands)
    calls += 1
    if case .refusal = answer { refusals += 1 }
    for byte in answer.bytes.suffix(8) { digest = digest &* 31 &+ UInt64(byte) }
  }
}
print(
  "\(calls) calls, \(refusals) of them refused, \(EngineCall.all.count) operations, digest \(digest)"
)
