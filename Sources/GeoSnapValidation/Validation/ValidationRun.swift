internal import GeoSnapSupport

/// One validation while it goes on, or a piece of it: what was found, in a subject.
package struct ValidationRun: Sendable {
  /// What is looked at, with what pieces before have found.
  private(set) var subject: ValidationSubject

  /// What was found, each with whether another message makes it another error.
  private var found: [(fault: NetworkFault, isByMessage: Bool)] = []
  package var gaps = RuleGapCounts()
  /// What is doubted, in the order of the checks.
  private(set) var doubts: [NetworkDoubt] = []
  /// What later checks have to know of features.
  var marks: ValidationMarks
  /// What was found already, so that one thing is told once.
  private var told: [Told: [Coordinate?]] = [:]

  private struct Told: Hashable, Sendable {
    let code: NetworkErrorCode
    let features: Set<FeatureID>
    let association: GlobalID?
    let message: String?
  }

  init(_ subject: ValidationSubject) {
    self.subject = subject
    marks = ValidationMarks(typeCount: subject.network.catalog.entries.count)
  }

  /// The same, to look at a piece of the network with: all is known, and nothing found.
  var blank: ValidationRun { ValidationRun(subject) }

  /// Takes over what the pieces of a check have found, in their order.
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

  /// Keeps an error unless the same is known at the same place.
  ///
  /// - Parameters:
  ///   - code: What is wrong.
  ///   - features: The features concerned.
  ///   - location: Where; nil for no place.
  ///   - association: The association concerned.
  ///   - rule: The rule that was looked for.
  ///   - fix: What to do.
  ///   - isByMessage: Whether errors with another message are others: values of several fields.
  ///   - message: What is wrong, in a sentence.
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
      message: message
    )
    add(fault, isByMessage: isByMessage)
  }

  private mutating func add(_ fault: NetworkFault, isByMessage: Bool) {
    let key = Told(
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

  /// Keeps a doubt.
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
        message: message,
        advice: advice
      )
    )
  }

  /// Notes the places of errors, where doubts are left out.
  mutating func noteFaults() {
    var marks = subject.marks
    for (fault, _) in found {
      for feature in fault.features {
        marks.doubts.told[feature, default: []].append(fault.location)
      }
    }
    subject = ValidationSubject(subject, marks)
  }

  /// What is doubted, kind by kind, then in the order of features.
  var sortedDoubts: [NetworkDoubt] {
    let kinds = Dictionary(
      uniqueKeysWithValues: NetworkDoubt.Kind.allCases.enumerated().map { ($1, $0) }
    )
    let keys = doubts.map { doubt in
      let ordinals = doubt.features.map { subject.network.ordinal(of: $0) }
      return (kinds[doubt.kind] ?? 0, ordinals.first ?? -1, ordinals.dropFirst().first ?? -1)
    }
    // Equal ones stay as they were found.
    return risingOrder(doubts.count) {
      keys[$0] == keys[$1] ? $0 < $1 : keys[$0] < keys[$1]
    }
    .map { doubts[$0] }
  }

  /// Where codes without a number stand among those with one.
  private static let unnumbered = Dictionary(
    uniqueKeysWithValues: NetworkErrorCode.allCases.filter { $0.number == nil }.enumerated().map {
      ($1, 1000 + $0)
    }
  )

  /// What was found, in the order of errors.
  package var faults: [NetworkFault] {
    let keys = found.map { order($0.fault) }
    return risingOrder(found.count) { keys[$0] < keys[$1] }.map { found[$0].fault }
  }

  private func order(_ fault: NetworkFault) -> (Int, Int32, Int32, GlobalID, String) {
    let ordinals = fault.features.map { subject.network.ordinal(of: $0) }
    return (
      // What Esri has no number for comes last, code by code.
      fault.code.number ?? Self.unnumbered[fault.code] ?? .max, ordinals.first ?? .max,
      ordinals.dropFirst().first ?? -1,
      fault.association ?? GlobalID(high: 0, low: 0), fault.message
    )
  }
}

extension ValidationRun {
  /// A feature as all sentences name it.
  func name(_ feature: FeatureID) -> String { subject.network.describe(feature) }
}
