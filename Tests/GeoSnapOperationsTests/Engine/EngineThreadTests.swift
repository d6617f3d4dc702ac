import Foundation
import GeoSnap
import GeoSnapTestSupport
import Testing

/// Separate threads, since a group of tasks has no more threads than the machine has cores.
@Suite("Engine calls on many threads")
struct EngineThreadTests {
  @Test("Eight threads that call every operation at once get the answers of one, bit by bit")
  func eightThreads() throws {
    var random = OperandGenerator(seed: 8)
    var operands: [EngineOperands] = []
    while operands.count < Extent.count(4, long: 12, full: 400) {
      if let next = random.operands() { operands.append(next) }
    }
    let alone = Shift(operands, start: 0)
    alone.run()
    #expect(alone.answers.allSatisfy { $0 != nil })

    let calls = operands.count * EngineCall.all.count
    let shifts = (0..<8).map { Shift(operands, start: calls / 8 * $0) }
    var threads: [pthread_t] = []
    for shift in shifts {
      var thread = pthread_t()
      let error = unsafe pthread_create(
        &thread,
        nil,
        { argument in
          if let argument = unsafe argument {
            // The shift is kept until its thread has been joined.
            unsafe Unmanaged<Shift>.fromOpaque(argument).takeUnretainedValue().run()
          }
          return nil
        },
        unsafe Unmanaged.passUnretained(shift).toOpaque()
      )
      try #require(error == 0)
      threads.append(thread)
    }
    for thread in threads { pthread_join(thread, nil) }
    for (number, shift) in shifts.enumerated() {
      for (turn, answer) in shift.answers.enumerated() where answer != alone.answers[turn] {
        let call = EngineCall.all[turn % EngineCall.all.count]
        let asked = operands[turn / EngineCall.all.count]
        Issue.record("thread \(number): \(call.name) of \(asked.first.wkt), \(asked.second.wkt)")
      }
    }
    withExtendedLifetime(shifts) {}
  }
}

/// All calls, from one on and around to the one before; written by one thread and read when it has ended.
private final class Shift: @unchecked Sendable {
  private let operands: [EngineOperands]
  private let start: Int
  private(set) var answers: [[UInt8]?]

  init(_ operands: [EngineOperands], start: Int) {
    self.operands = operands
    self.start = start
    answers = Array(repeating: nil, count: operands.count * EngineCall.all.count)
  }

  func run() {
    for step in answers.indices {
      let turn = (start + step) % answers.count
      let call = EngineCall.all[turn % EngineCall.all.count]
      answers[turn] = call.answer(operands[turn / EngineCall.all.count]).bytes
    }
  }
}
