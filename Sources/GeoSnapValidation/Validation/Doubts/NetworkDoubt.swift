/// A probable mistake of drawing or conversion that breaks no rule.
public struct NetworkDoubt: Equatable, Sendable {
  /// The kind of a doubt.
  public enum Kind: String, Hashable, Sendable, CaseIterable, Codable {
    /// A line with the course of another, in either direction, and the same values.
    case duplicateLine
    /// A line with the course of another, but other values.
    case linesOnEachOther
    /// Two lines that overlap for a stretch.
    case overlap
    /// An end of a line without a connection.
    case looseEnd
    /// A junction or device without a connection.
    case looseJunction
    /// Two features that nearly meet but are not connected.
    case nearMiss
    /// Two lines of the same kind that cross without a joint.
    case crossing
    /// A part of the network without a connection to a source, or to the rest.
    case island
    /// A place far from all others.
    case remotePlace
    /// A place far from all others, which is among them with x and y swapped.
    case swappedAxes
    /// A line that is hardly longer than the tolerance.
    case shortLine
    /// A line that turns back at a vertex.
    case spike
  }

  /// The kind.
  public let kind: Kind
  /// The features concerned, the doubtful one first.
  public internal(set) var features: [FeatureID]
  /// The location.
  public let location: Coordinate
  /// The distance in coordinate units: from a loose end to the nearest feature, the length of an overlap or of a
  /// short line, from a remote place to the others; nil for other kinds.
  public let distance: Double?
  /// A fix without a loss; nil if a person has to decide.
  public internal(set) var fix: NetworkFix?
  /// The reason, in a sentence.
  public let message: String
  /// The advice, in a sentence.
  public let advice: String
}

/// The permanent identification of a doubt: its kind and the global ids of its features.
public struct DoubtKey: Hashable, Sendable {
  /// The kind.
  public let kind: NetworkDoubt.Kind
  /// The features concerned, in the order of their ids.
  public let features: [GlobalID]

  /// Creates a key; the order of the features does not matter.
  public init(_ kind: NetworkDoubt.Kind, _ features: [GlobalID]) {
    self.kind = kind
    self.features = features.sorted()
  }
}

/// The settings of the search for doubts.
public struct DoubtSettings: Sendable {
  /// The accepted doubts, which are counted but not listed.
  public var accepted: Set<DoubtKey>

  /// Creates settings.
  public init(accepted: Set<DoubtKey> = []) { self.accepted = accepted }
}

extension NetworkDoubt {
  func renaming(_ name: (FeatureID) -> FeatureID) -> NetworkDoubt {
    var doubt = self
    doubt.features = features.map(name)
    doubt.fix = fix?.renaming(name)
    return doubt
  }
}

extension NetworkReading {
  /// The key of a doubt, which stays the same when the network is read again.
  public func key(of doubt: NetworkDoubt) -> DoubtKey {
    DoubtKey(doubt.kind, doubt.features.compactMap { globalID(of: $0) })
  }

  /// Describes the reason and the location of a doubt.
  public func describe(_ doubt: NetworkDoubt) -> String {
    doubt.message + " At \(Words.place(doubt.location))."
  }
}
