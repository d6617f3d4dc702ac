/// A problem of a transaction, with its location.
public struct TransactionProblem: Equatable, Sendable, CustomStringConvertible {
  /// The kind of problem.
  ///
  /// A minor release may add codes, and checks of users have separate ones.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name of the code.
    public let rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// No table has that name.
    public static let unknownTable = Code(rawValue: "unknownTable")
    /// The table has no field of that name.
    public static let unknownField = Code(rawValue: "unknownField")
    /// The feature does not exist.
    public static let unknownFeature = Code(rawValue: "unknownFeature")
    /// The association does not exist.
    public static let unknownAssociation = Code(rawValue: "unknownAssociation")
    /// The definition has no such asset type in the feature's source.
    public static let unknownAssetType = Code(rawValue: "unknownAssetType")
    /// A value that the field or the column cannot store.
    public static let wrongValue = Code(rawValue: "wrongValue")
    /// A geometry of the wrong type or reference system, or with an ordinate that is not a number.
    public static let wrongGeometry = Code(rawValue: "wrongGeometry")
    /// Another feature or association has that global id.
    public static let globalIDInUse = Code(rawValue: "globalIDInUse")
    /// Another row of the table has that row id.
    public static let rowInUse = Code(rawValue: "rowInUse")
    /// A feature is to be associated with itself.
    public static let selfAssociation = Code(rawValue: "selfAssociation")
    /// The same ends already have an association of this kind.
    public static let duplicateAssociation = Code(rawValue: "duplicateAssociation")
    /// Features that an association of this kind cannot have as ends.
    public static let wrongKind = Code(rawValue: "wrongKind")
    /// A terminal that the asset type does not have, or no terminal although it has several.
    public static let wrongTerminal = Code(rawValue: "wrongTerminal")
    /// A position along an edge that is missing or not between 0 and 1.
    public static let wrongFraction = Code(rawValue: "wrongFraction")
    /// A place that is not on the line, or at its end where it cannot be split.
    public static let wrongPlace = Code(rawValue: "wrongPlace")
    /// Lines that cannot be merged.
    public static let notMergeable = Code(rawValue: "notMergeable")
    /// A container that would contain itself.
    public static let containmentCycle = Code(rawValue: "containmentCycle")
    /// No rule allows the association.
    public static let noRule = Code(rawValue: "noRule")
    /// A container or structure that may not be deleted while it has content.
    public static let restrictedDeletion = Code(rawValue: "restrictedDeletion")
    /// Undo or redo finds a state that was changed after the step.
    public static let changedOtherwise = Code(rawValue: "changedOtherwise")
    /// The edit affects, or may affect, features beyond the extent that was read.
    public static let beyondExtent = Code(rawValue: "beyondExtent")
  }

  /// The kind of problem.
  public var code: Code
  /// The position of the erroneous edit in the transaction; nil when several edits together are wrong.
  public var edit: Int?
  /// The table; nil without one.
  public var table: String?
  /// The row id or global id of the row; nil when there is none yet, or the edit did not choose it.
  public var row: String?
  /// The features concerned, the one at ``row`` first; empty when unknown.
  public var features: [FeatureID]
  /// The problem and the remedy, in sentences.
  public var message: String
  package var number: Int?

  /// Creates a problem.
  public init(
    _ code: Code,
    edit: Int? = nil,
    table: String? = nil,
    row: String? = nil,
    features: [FeatureID] = [],
    _ message: String
  ) {
    self.code = code
    self.edit = edit
    self.table = table
    self.row = row
    self.features = features
    self.message = message
    number = code.number
  }

  /// One line: the edit, counted from 1, the table, the global id or row, as far as known, and the message.
  public var description: String {
    var place = edit.map { ["edit \($0 + 1)"] } ?? []
    if let row, GlobalID(row) != nil {
      place.append(table.map { "\($0) \(row)" } ?? row)
    } else {
      place += [table, row.map { "row \($0)" }].compactMap(\.self)
    }
    return place.isEmpty ? message : place.joined(separator: ", ") + ": " + message
  }
}

extension TransactionProblem.Code {
  /// The number of the validation error of the same name; nil when only an edit can cause the problem.
  package var number: Int? { NetworkErrorCode(rawValue: rawValue)?.number }
}

/// All problems of a transaction, which then has no effect.
public struct TransactionError: Equatable, Sendable, AdvisedError {
  /// The name of the transaction.
  public var transaction: String
  /// The problems; those of single edits are in the order of edits.
  public var problems: [TransactionProblem]

  package init(_ transaction: String, _ problems: [TransactionProblem]) {
    self.transaction = transaction
    self.problems = problems
  }

  /// One line for each problem, after the transaction's name unless it is empty.
  public var description: String {
    problems.map { transaction.isEmpty ? "\($0)" : "\(transaction): \($0)" }.joined(separator: "\n")
  }

  var advice: (reason: String, remedy: String) {
    (
      "A transaction makes all its edits or none, and an edit was refused.",
      "Correct each problem that is listed, and commit again."
    )
  }
}
