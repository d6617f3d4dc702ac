/// Why an entry cannot be indexed.
public struct IndexError: Error, Hashable, Sendable {
  /// The kind of problem.
  ///
  /// New codes may be added in a minor release.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name of the code.
    public let rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// An ordinate that is NaN or infinite.
    public static let nonFiniteOrdinate = Code(rawValue: "nonFiniteOrdinate")
    /// An ordinate beyond ±1e150, whose squared distances would overflow.
    public static let ordinateOutOfRange = Code(rawValue: "ordinateOutOfRange")
    /// An envelope whose least side is greater than its greatest.
    public static let invertedEnvelope = Code(rawValue: "invertedEnvelope")
    /// More entries than an index can number.
    public static let tooManyEntries = Code(rawValue: "tooManyEntries")
    /// A feature whose number is negative or `Int32.max`.
    public static let invalidFeature = Code(rawValue: "invalidFeature")
    /// A feature that is not in the index with the geometry given.
    public static let notIndexed = Code(rawValue: "notIndexed")
    /// A feature, a table or an asset type that the network does not have.
    public static let notInNetwork = Code(rawValue: "notInNetwork")
    /// A commit that does not follow on the state that is to take it over.
    public static let commitOutOfOrder = Code(rawValue: "commitOutOfOrder")
  }

  /// The kind of problem.
  public let code: Code
  /// A sentence that says which entry is wrong, how, and what to do.
  public let message: String
  /// The position of the entry among those given to the builder, or the feature of an edit.
  public let entry: Int

  /// Creates an error.
  public init(_ code: Code, _ message: String, entry: Int) {
    self.code = code
    self.message = message
    self.entry = entry
  }
}

extension IndexError {
  /// The error that a commit is of another network, or that one before it was left out.
  package static let commitOutOfOrder = IndexError(
    .commitOutOfOrder,
    "The commit does not follow on this state: take over commits of this network in their order, none left out.",
    entry: 0
  )
}

extension IndexError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}

/// The greatest absolute ordinate that an index takes.
let greatestIndexedOrdinate = 1e150

/// The greatest number of entries in one index: slots are counted in `Int32`.
let greatestEntryCount = Int(Int32.max) - 16

/// What is wrong with the place of an entry; nil when it can be indexed.
@inline(__always)
func coordinateProblem(_ coordinate: Coordinate, entry: Int) -> IndexError? {
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
      "Entry \(entry) has the coordinate \(coordinate): give finite numbers only.",
      entry: entry
    )
  }
  return IndexError(
    .ordinateOutOfRange,
    "Entry \(entry) has the coordinate \(coordinate): an index takes ordinates between -1e150 "
      + "and 1e150.",
    entry: entry
  )
}

/// Refuses more entries than slots can number.
func checkEntryCount(_ count: Int) throws(IndexError) {
  guard count <= greatestEntryCount else {
    throw IndexError(
      .tooManyEntries,
      "An index takes \(greatestEntryCount) entries; got \(count). Split them into several.",
      entry: greatestEntryCount
    )
  }
}
