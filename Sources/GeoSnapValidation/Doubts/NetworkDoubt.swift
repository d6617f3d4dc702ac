/// Something that breaks no rule but looks like a mistake made in drawing or converting the data.
public struct NetworkDoubt: Equatable, Sendable {
  /// What is doubted.
  public enum Kind: String, Hashable, Sendable, CaseIterable, Codable {
    /// A line of the same course as another, in either direction, with the same values.
    case duplicateLine
    /// A line of the same course as another, with other values.
    case linesOnEachOther
    /// Two lines that run on each other for a stretch.
    case overlap
    /// An end of a line that joins nothing.
    case looseEnd
    /// A junction or device that joins nothing.
    case looseJunction
    /// Two things that nearly meet, and do not join.
    case nearMiss
    /// Two lines of one kind that cross without a joint.
    case crossing
    /// A part of the network that is joined with no source, or not with the rest.
    case island
    /// A place far from all others.
    case remotePlace
    /// A place far from all others that is among them when its x and y are swapped.
    case swappedAxes
    /// A line that is hardly longer than the tolerance.
    case shortLine
    /// A line that turns back on itself at a vertex.
    case spike
  }

  /// What is doubted.
  public let kind: Kind
  /// The features concerned: first the one in doubt, then the others.
  public let features: [FeatureID]
  /// Where.
  public let location: Coordinate
  /// The distance in coordinate units: from a loose end to the nearest feature, the length of an overlap or of a
  /// short line, from a remote place to the others; nil for other kinds.
  public let distance: Double?
  /// A fix that loses nothing; nil where a person has to decide.
  public let fix: NetworkFix?
  /// Why it is doubted, in a sentence.
  public let message: String
  /// What to do, in a sentence.
  public let advice: String
}

/// Identifies a doubt whenever the network is read again: its kind and the global ids of its features.
public struct DoubtKey: Hashable, Sendable {
  /// What is doubted.
  public let kind: NetworkDoubt.Kind
  /// The features concerned, in the order of their ids.
  public let features: [GlobalID]

  /// Creates a key; the order of the features does not matter.
  public init(_ kind: NetworkDoubt.Kind, _ features: [GlobalID]) {
    self.kind = kind
    self.features = features.sorted()
  }
}

/// How to look for doubts.
public struct DoubtSettings: Sendable {
  /// Doubts that were accepted: they are counted but not listed.
  public var accepted: Set<DoubtKey>

  /// Creates settings.
  public init(accepted: Set<DoubtKey> = []) { self.accepted = accepted }
}

extension NetworkDoubt {
  /// The same under other identifiers of features.
  func renaming(_ name: (FeatureID) -> FeatureID) -> NetworkDoubt {
    NetworkDoubt(
      kind: kind,
      features: features.map(name),
      location: location,
      distance: distance,
      fix: fix?.renaming(name),
      message: message,
      advice: advice
    )
  }
}

extension NetworkReading {
  /// The key of a doubt, which is the same when the network is read again.
  public func key(of doubt: NetworkDoubt) -> DoubtKey {
    DoubtKey(doubt.kind, doubt.features.compactMap { globalID(of: $0) })
  }

  /// Why something is doubted, and where.
  public func describe(_ doubt: NetworkDoubt) -> String {
    doubt.message + " At \(Words.place(doubt.location))."
  }
}
