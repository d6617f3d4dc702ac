internal import GeoSnapSupport

/// A validation in progress, or a piece of it: the findings in a subject.
package struct ValidationRun: Sendable {
  /// The subject, with the results of earlier pieces.
  private(set) var subject: ValidationSubject

  /// The errors, each with whether another message makes another error.
  private var found: [(fault: NetworkFault, isByMessage: Bool)] = []
  package var gaps = RuleGapCounts()
  private(set) var doubts: [NetworkDoubt] = []
  /// Marks of features for later checks.
  var marks: ValidationMarks
  /// The errors so far, to report each only once.
  private var told: [ReportedError: [Coordinate?]] = [:]

  private struct ReportedError: Hashable, Sendable {
    let code: NetworkErrorCode
    let features: Set<FeatureID>
    let association: GlobalID?
    let message: String?
  }

  init(_ subject: ValidationSubject) {
    self.subject = subject
    marks = ValidationMarks(typeCount: subject.network.catalog.entries.count)
  }

  /// A run without findings for a piece of the network.
  var blank: ValidationRun { ValidationRun(subject) }

  /// Adds the findings of a check's pieces, in order.
  mutating func take(_ pieces: [ValidationRun]) {
    var marks = subject.marks
    for piece in pieces {
      marks.add(piece.marks)
      gaps.add(piece.gaps)
      doubts += piece.doubts
      for (fault, isByMessage) in piece.found { add(fault, isByMessage: isByMessage) }
    }
    subject = ValidationSubject(subject, marks)
  }

  /// Adds an error unless the same is known at the same place.
  ///
  /// With `isByMessage`, errors with another message are different, as for values of several fields.
  @inline(never)
  mutating func add(
    _ code: NetworkErrorCode,
    _ features: [FeatureID],
    at location: Coordinate?,
    association: GlobalID? = nil,
    rule: RuleSearch? = nil,
    fix: NetworkFix,
    isByMessage: Bool = false,
    _ message: String
  ) {
    let fault = NetworkFault(
      code: code,
      features: features,
      association: association,
      location: location,
      rule: rule,
      fix: fix,
      message: subject.network.distinguishing(features, in: message)
    )
    add(fault, isByMessage: isByMessage)
  }

  private mutating func add(_ fault: NetworkFault, isByMessage: Bool) {
    let key = ReportedError(
      code: fault.code,
      features: Set(fault.features),
      association: fault.association,
      message: isByMessage ? fault.message : nil
    )
    let isKnown =
      told[key]?.contains { known in
        guard let known, let location = fault.location else { return true }
        return subject.tolerance.holds(known.x - location.x, known.y - location.y)
      } ?? false
    if isKnown { return }
    told[key, default: []].append(fault.location)
    found.append((fault, isByMessage))
  }

  mutating func doubt(
    _ kind: NetworkDoubt.Kind,
    _ features: [FeatureID],
    at location: Coordinate,
    distance: Double? = nil,
    fix: NetworkFix? = nil,
    _ message: String,
    _ advice: String
  ) {
    doubts.append(
      NetworkDoubt(
        kind: kind,
        features: features,
        location: location,
        distance: distance,
        fix: fix,
        message: subject.network.distinguishing(features, in: message),
        advice: advice
      )
    )
  }

  /// Records the locations of errors, where doubts are omitted.
  mutating func noteFaults() {
    var marks = subject.marks
    for (fault, _) in found {
      for feature in fault.features {
        marks.doubts.told[feature, default: []].append(fault.location)
      }
    }
    subject = ValidationSubject(subject, marks)
  }

  /// The doubts, kind by kind, then in the order of features.
  var sortedDoubts: [NetworkDoubt] {
    let kinds = Dictionary(
      uniqueKeysWithValues: NetworkDoubt.Kind.allCases.enumerated().map { ($1, $0) }
    )
    let keys = doubts.map { doubt in
      let ordinals = doubt.features.map { subject.network.ordinal(of: $0) }
      return (kinds[doubt.kind] ?? 0, ordinals.first ?? -1, ordinals.dropFirst().first ?? -1)
    }
    // The sort is stable.
    return risingOrder(doubts.count) {
      keys[$0] == keys[$1] ? $0 < $1 : keys[$0] < keys[$1]
    }
    .map { doubts[$0] }
  }

  /// The positions of codes without a number.
  private static let unnumbered = Dictionary(
    uniqueKeysWithValues: NetworkErrorCode.allCases.filter { $0.number == nil }.enumerated().map {
      ($1, 1000 + $0)
    }
  )

  /// The errors in order.
  package var faults: [NetworkFault] {
    let keys = found.map { order($0.fault) }
    return risingOrder(found.count) { keys[$0] < keys[$1] }.map { found[$0].fault }
  }

  private func order(_ fault: NetworkFault) -> (Int, Int32, Int32, GlobalID, String) {
    let ordinals = fault.features.map { subject.network.ordinal(of: $0) }
    return (
      // Codes without an Esri number come last, code by code.
      fault.code.number ?? Self.unnumbered[fault.code] ?? .max, ordinals.first ?? .max,
      ordinals.dropFirst().first ?? -1,
      fault.association ?? GlobalID(high: 0, low: 0), fault.message
    )
  }
}

extension ValidationRun {
  func name(_ feature: FeatureID) -> String { subject.network.describe(feature) }
}
