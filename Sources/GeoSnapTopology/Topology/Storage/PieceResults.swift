/// One result for each piece of a phase.
// Each element is written by one thread, and all are read after the phase: the proof of `@unchecked Sendable`.
@safe
final class PieceResults<Result: Sendable>: @unchecked Sendable {
  private let count: Int
  private let places: UnsafeMutablePointer<Result?>

  init(count: Int) {
    self.count = count
    unsafe places = .allocate(capacity: Swift.max(count, 1))
    unsafe places.initialize(repeating: nil, count: count)
  }

  deinit {
    unsafe places.deinitialize(count: count)
    unsafe places.deallocate()
  }

  func set(_ piece: Int, _ result: Result) {
    precondition((0..<count).contains(piece), "A result belongs to a piece")
    unsafe places[piece] = result
  }

  var results: [Result] { (0..<count).compactMap { piece in unsafe places[piece] } }
}
