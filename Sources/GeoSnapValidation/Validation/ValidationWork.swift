internal import GeoSnapSupport

/// All checks of a network, one after another, each in independent pieces.
package final class ValidationWork: PhasedWork {
  /// The checks; those that hide others come first.
  private enum Check: CaseIterable {
    case tolerated, assetTypes, values, shapes, stacks, points, looseEnds, joins, associations
    /// Doubts: first by single features, then by all of them.
    case doubts, loose, parts
  }

  private let checks: [Check]
  private let isDoubting: Bool

  private let pieceSize: Int
  /// The results so far; pieces read them, and they change only between two checks.
  private let whole: Locked<ValidationRun>
  private let found = Locked<[ValidationRun?]>([])

  /// The `pieceSize` is the number of items in a piece, few enough for quick cancellation.
  package init(_ subject: ValidationSubject, pieceSize: Int = 1 << 11, isDoubting: Bool = false) {
    whole = Locked(ValidationRun(subject))
    self.isDoubting = isDoubting
    checks = Check.allCases.filter { isDoubting || ![.doubts, .loose, .parts].contains($0) }
    self.pieceSize = pieceSize
  }

  var phaseCount: Int { checks.count }

  func begin(_ phase: Int) -> Int {
    takeFound()
    if checks[phase] == .loose { whole.withLock { $0.noteFaults() } }
    let pieces = (count(checks[phase]) + pieceSize - 1) / pieceSize + wholePieces(checks[phase])
    found.withLock { $0 = [ValidationRun?](repeating: nil, count: pieces) }
    return pieces
  }

  func run(_ phase: Int, _ piece: Int) {
    let check = checks[phase]
    let first = (piece - wholePieces(check)) * pieceSize
    let range = max(first, 0)..<max(min(first + pieceSize, count(check)), 0)
    var part = whole.withLock { $0.blank }
    switch check {
    case .tolerated: part.checkTolerated(range)
    case .assetTypes: part.checkAssetTypes(of: range)
    case .values: part.checkValues(of: range)
    case .shapes: part.checkShapes(of: range)
    case .stacks: part.checkStacks(of: range)
    case .points:
      if isDoubting && piece == 0 { part.checkMeetings() } else { part.checkPoints(of: range) }
    case .looseEnds:
      part.checkNamedTerminals(of: range)
      part.checkLooseEnds(of: range)
    case .joins: part.checkJoins(range)
    case .associations: part.checkAssociations(range)
    case .doubts:
      switch piece {
      case 0: part.noteParts()
      case 1: part.checkRemotePlaces()
      default: part.checkDoubts(of: range)
      }
    case .loose: part.checkLoose(range)
    case .parts:
      part.decideMeetings()
      part.checkIslands(told: whole.withLock { Set($0.doubts.flatMap(\.features)) })
    }
    found.withLock { $0[piece] = part }
  }

  /// The number of first pieces that search the whole network for doubts.
  private func wholePieces(_ check: Check) -> Int {
    switch check {
    case .points where isDoubting: 1
    case .doubts: 2
    default: 0
    }
  }

  package func finished(threads: Int) -> ValidationRun {
    run(threads: threads)
    return finished()
  }

  package func finished() -> ValidationRun {
    takeFound()
    return whole.withLock { $0 }
  }

  private func takeFound() {
    let parts = found.withLock { parts in
      defer { parts = [] }
      return parts
    }
    whole.withLock { $0.take(parts.compactMap(\.self)) }
  }

  private func count(_ check: Check) -> Int {
    whole.withLock { run in
      switch check {
      case .tolerated: run.subject.tolerated.count
      case .joins: run.subject.topology.problems.count
      case .associations: run.subject.network.associations.count
      case .loose: run.subject.marks.doubts.loose.count
      case .parts: 1
      case .assetTypes, .values, .shapes, .stacks, .points, .looseEnds, .doubts:
        run.subject.network.featureCount
      }
    }
  }
}
