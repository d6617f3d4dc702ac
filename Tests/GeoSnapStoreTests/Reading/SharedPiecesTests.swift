import Dispatch
import GeoSnapStore
import GeoSnapTestSupport
import Synchronization
import Testing

@Suite("Work that two threads share")
struct SharedPiecesTests {
  private struct Failure: Error {}

  @Test("Every piece is done once and in order, also when one fails", arguments: 0..<60)
  func everyPieceOnce(_ number: Int) async {
    let count = number % 20
    let failing = number % 3 == 0 ? number / 3 : -1
    let pieces = SharedPieces<Int>(count: count)
    async let helper: Void = withCheckedContinuation { isDone in
      DispatchQueue.global().async {
        pieces.helpFromBack { piece in
          if piece == failing { throw Failure() }
          return piece
        }
        isDone.resume()
      }
    }
    // Waits for the other thread, so not on one of the tasks' own.
    let done = await withCheckedContinuation { answer in
      DispatchQueue.global().async {
        var done: [Int] = []
        while let piece = pieces.takeFirst() { done.append(piece) }
        answer.resume(returning: done + pieces.foundFromBack)
      }
    }
    await helper
    #expect(done == Array(0..<count))
  }

  @Test("A piece that the other thread has in hand is waited for")
  func waits() async {
    let pieces = SharedPieces<String>(count: 1)
    let isTaken = DispatchSemaphore(value: 0)
    let mayGoOn = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      pieces.helpFromBack { _ in
        isTaken.signal()
        mayGoOn.wait()
        return "found"
      }
    }
    let found = await withCheckedContinuation { answer in
      DispatchQueue.global().async {
        isTaken.wait()
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20)) { mayGoOn.signal() }
        let none = pieces.takeFirst()
        answer.resume(returning: none == nil ? pieces.foundFromBack : [])
      }
    }
    #expect(found == ["found"])
  }

  @Test("Every key is in one piece, as far as keys reach", arguments: 0..<200 as Range<UInt64>)
  func keys(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func key() -> Int64 {
      switch random.int(0...3) {
      case 0: .min + Int64(random.int(0...3))
      case 1: .max - Int64(random.int(0...3))
      case 2: Int64(bitPattern: random.next())
      default: Int64(random.int(-40_000...400_000))
      }
    }
    let (one, other) = (key(), key())
    let keys = min(one, other)...max(one, other)
    let pieces = KeyPieces(keys, rowCount: random.int(0...40) * KeyPieces.rowCount / 2)
    #expect(pieces.count >= 1 && pieces.count <= 20)
    var last: Int64?
    for piece in 0..<pieces.count {
      let (start, end) = pieces.limits(of: piece)
      #expect(start == last)
      if let start, let end { #expect(start <= end) }
      #expect((end == nil) == (piece == pieces.count - 1))
      if let end { #expect(keys.contains(end)) }
      last = end
    }
    #expect(KeyPieces(nil, rowCount: .max).count == 1)
  }
}
