import Foundation

/// What a batch tells on stderr while it runs: its progress, and the rows that were left out.
struct BatchReport {
  /// Bad rows beyond these are counted, not listed.
  private static let greatestList = 100

  private let inputName: String
  private let inputSize: Int?
  private let skipsBadRows: Bool
  private let showsProgress: Bool
  /// Whether the line of progress is written over itself.
  private let isTerminal: Bool
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var lastLine: ContinuousClock.Instant
  private var pointCount = 0
  private(set) var badRowCount = 0

  init(_ input: ByteSource, skipsBadRows: Bool, isProgressWanted: Bool) {
    inputName = input.name
    inputSize = input.size
    self.skipsBadRows = skipsBadRows
    isTerminal = isatty(STDERR_FILENO) == 1
    showsProgress = isProgressWanted || isTerminal
    start = clock.now
    lastLine = start
  }

  /// Notes that a block is written.
  ///
  /// - Throws: ``Failure`` for the first bad row unless bad rows are skipped.
  mutating func note(points: Int, badRows: [PointBlock.BadRow], bytes: Int) throws {
    pointCount += points
    for row in badRows {
      let message = "\(inputName):\(row.line): \(row.message)"
      guard skipsBadRows else {
        endProgress()
        throw Failure(
          exitCode: .badData,
          message: message + " Correct the row, or leave such rows out with --skip-bad-rows."
        )
      }
      badRowCount += 1
      if badRowCount <= Self.greatestList { write("\(clear)geosnap: left out: \(message)\n") }
    }
    let now = clock.now
    guard showsProgress, now - lastLine >= .milliseconds(isTerminal ? 200 : 1000) else { return }
    lastLine = now
    write("\(clear)\(line(bytes, now))\(isTerminal ? "" : "\n")")
  }

  /// Says what is left to say at the end.
  func finish() {
    endProgress()
    if showsProgress { write("\(line(nil, clock.now))\n") }
    if badRowCount > 0 {
      let more = badRowCount > Self.greatestList ? ", the first \(Self.greatestList) listed" : ""
      write("geosnap: \(count(badRowCount, "bad row")) left out\(more).\n")
    }
  }

  private func line(_ bytes: Int?, _ now: ContinuousClock.Instant) -> String {
    let seconds = (now - start) / .seconds(1)
    let rate = seconds > 0 ? Int(Double(pointCount) / seconds) : 0
    var share = ""
    if let bytes, let inputSize, inputSize > 0 {
      share = ", \(min(100 * bytes / inputSize, 100))%"
    }
    return "\(count(pointCount, "point")), \(rate) a second\(share)"
  }

  /// What takes away the line of progress.
  private var clear: String { isTerminal && showsProgress ? "\r\u{1B}[K" : "" }

  private func endProgress() { write(clear) }

  private func write(_ text: String) {
    // Nobody can be told that stderr fails.
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
