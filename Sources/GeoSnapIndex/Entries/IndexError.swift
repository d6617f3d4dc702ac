/// An error of an entry that cannot be indexed.
public struct IndexError: Error, Hashable, Sendable {
  /// The kind of error; new codes may be added in a minor release.
  public typealias Code = ErrorCode<IndexError>

  /// The kind of error.
  public let code: Code
  /// A sentence that says which entry is wrong, how, and what to do.
  public let message: String
  /// The position of the entry in the builder's input, or the feature of an edit.
  public let entry: Int

  package init(_ code: Code, _ message: String, entry: Int) {
    self.code = code
    self.message = message
    self.entry = entry
  }

  /// The error for a commit of another network, or after a missing one.
  package static let commitOutOfOrder = IndexError(
    .commitOutOfOrder,
    "The commit does not follow this state: apply all commits of this network in order.",
    entry: 0
  )
}

/// The greatest magnitude of an ordinate in an index.
let greatestIndexedOrdinate = 1e150

/// The greatest number of entries in one index, since slots are counted in `Int32`.
let greatestEntryCount = Int(Int32.max) - 16

/// The problem of a coordinate that cannot be indexed; nil otherwise.
@inline(__always) func coordinateProblem(_ coordinate: Coordinate, entry: Int) -> IndexError? {
  // False for NaN too.
  if coordinate.x.magnitude <= greatestIndexedOrdinate,
    coordinate.y.magnitude <= greatestIndexedOrdinate
  {
    return nil
  }
  return refusal(of: coordinate, entry: entry)
}

private func refusal(of coordinate: Coordinate, entry: Int) -> IndexError {
  guard coordinate.isFinite else {
    return IndexError(
      .nonFiniteOrdinate,
      "Entry or feature \(entry) has the coordinate \(coordinate): give finite numbers only.",
      entry: entry
    )
  }
  return IndexError(
    .ordinateOutOfRange,
    "Entry or feature \(entry) has the coordinate \(coordinate): an index takes ordinates between -1e150 "
      + "and 1e150.",
    entry: entry
  )
}

func checkEntryCount(_ count: Int) throws(IndexError) {
  guard count <= greatestEntryCount else {
    throw IndexError(
      .tooManyEntries,
      "An index takes at most \(greatestEntryCount) entries; got \(count). Split them into several indexes.",
      entry: greatestEntryCount
    )
  }
}

extension ErrorCode<IndexError> {
  /// An ordinate that is NaN or infinite.
  public static var nonFiniteOrdinate: Self { Self(rawValue: "nonFiniteOrdinate") }
  /// An ordinate beyond ±1e150, whose squared distances would overflow.
  public static var ordinateOutOfRange: Self { Self(rawValue: "ordinateOutOfRange") }
  /// An envelope whose least side is greater than its greatest.
  package static var invertedEnvelope: Self { Self(rawValue: "invertedEnvelope") }
  /// More entries than an index can number.
  public static var tooManyEntries: Self { Self(rawValue: "tooManyEntries") }
  /// A feature whose number is negative or `Int32.max`.
  public static var invalidFeature: Self { Self(rawValue: "invalidFeature") }
  /// A feature that is not in the index with the given geometry.
  public static var notIndexed: Self { Self(rawValue: "notIndexed") }
  /// A feature, a table or an asset type that the network does not have.
  public static var notInNetwork: Self { Self(rawValue: "notInNetwork") }
  /// A commit that does not follow the state to which it is applied.
  public static var commitOutOfOrder: Self { Self(rawValue: "commitOutOfOrder") }
}

extension IndexError: MessageError {
  /// The rule behind the code; nil for an unknown code.
  public var failureReason: String? {
    switch code {
    case .nonFiniteOrdinate: "Ordinates must be finite numbers."
    case .ordinateOutOfRange: "Squares of distances between such large ordinates overflow."
    case .invertedEnvelope: "A minimum of the envelope is greater than its maximum."
    case .tooManyEntries: "An index numbers its entries with 32 bits."
    case .invalidFeature: "Features have numbers from 0 to 2147483646."
    case .notIndexed: "No such feature is in the index with this geometry."
    case .notInNetwork: "Identifiers are valid for one network and its states."
    case .commitOutOfOrder: "The commit does not follow the current state."
    default: nil
    }
  }

  /// The remedy; nil for an unknown code.
  public var recoverySuggestion: String? {
    switch code {
    case .nonFiniteOrdinate: "Find the NaN or infinity in the source of the geometry."
    case .ordinateOutOfRange: "Check the units and the reference system of the data."
    case .invertedEnvelope: "Swap the minimum and the maximum."
    case .tooManyEntries: "Split the features into several indexes."
    case .invalidFeature: "Number the features by their position."
    case .notIndexed: "Give the geometry with which the feature was built or inserted."
    case .notInNetwork: "Find the feature in this network, by its global id or its name."
    case .commitOutOfOrder:
      "Apply the earlier commits first, or begin with the state after this commit."
    default: nil
    }
  }
}
