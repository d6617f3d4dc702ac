/// Writes a batch's progress, and the rows that were left out, to stderr.
struct BatchReport {
  /// The number of bad rows that are listed; the others are only counted.
  private static let greatestList = 100

  private let inputName: String
  private let inputSize: Int?
  private let skipsBadRows: Bool
  private let console: ProgressConsole
  private let bar: ProgressBar
  private let start: ContinuousClock.Instant
  private var pointCount = 0
  private var unknownCount = 0
  private(set) var badRowCount = 0

  init(_ input: ByteSource, skipsBadRows: Bool, isProgressWanted: Bool) {
    inputName = input.name
    inputSize = input.size
    self.skipsBadRows = skipsBadRows
    console = .standardError(lines: isProgressWanted)
    bar = ProgressBar("Answering", on: console)
    start = console.now()
    bar.begin()
  }

  /// Notes that a block is written; throws ``Failure`` for the first bad row unless bad rows are skipped.
  mutating func note(
    points: Int,
    unknown: Int,
    badRows: [PointBlock.BadRow],
    hasSoundRows: Bool,
    bytes: Int
  ) throws {
    pointCount += points
    unknownCount += unknown
    // Skipping is only proposed where at least one row can be read.
    let isSkippable = pointCount > 0 || hasSoundRows
    for row in badRows {
      let message = "\(inputName):\(row.line): \(row.message)"
      guard skipsBadRows else {
        bar.end()
        throw Failure.badData(
          "\(message) \(row.remedy ?? "Correct the row\(isSkippable ? ", or leave such rows out with --skip-bad-rows" : "").")"
        )
      }
      badRowCount += 1
      if badRowCount <= Self.greatestList { bar.tell("geosnap: left out: \(message)\n") }
    }
    var share: Double?
    if let inputSize, inputSize > 0 { share = Double(bytes) / Double(inputSize) }
    bar.note("Answering", pointCount, of: "point", share: share)
  }

  func finish() {
    bar.end()
    if console.style != .hidden {
      let seconds = (console.now() - start) / .seconds(1)
      let rate = seconds > 0 ? Int(Double(pointCount) / seconds) : 0
      console.write("\(count(pointCount, "point")), \(rate) a second\n")
    }
    if unknownCount > 0 {
      GeoSnapTool.note(
        "\(count(unknownCount, "point")) of \(pointCount.grouped) \(unknownCount == 1 ? "is" : "are") "
          + "outside the extent, or nearer to its edge than the tolerance: features outside the extent were not "
          + "read, and are not found."
      )
    }
    if badRowCount > 0 {
      let more = badRowCount > Self.greatestList ? ", the first \(Self.greatestList) listed" : ""
      console.write("geosnap: \(count(badRowCount, "bad row")) left out\(more).\n")
    }
  }
}
