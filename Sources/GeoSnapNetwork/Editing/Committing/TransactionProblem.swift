/// One thing that is wrong with a transaction, and where.
public struct TransactionProblem: Equatable, Sendable {
  /// The kind of problem.
  ///
  /// New codes may be added in a minor release, and checks of one's own have their own.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name of the code.
    public let rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// There is no table of that name.
    public static let unknownTable = Code(rawValue: "unknownTable")
    /// The table has no field of that name.
    public static let unknownField = Code(rawValue: "unknownField")
    /// There is no such feature.
    public static let unknownFeature = Code(rawValue: "unknownFeature")
    /// There is no such association.
    public static let unknownAssociation = Code(rawValue: "unknownAssociation")
    /// The definition has no such asset type in the feature's source.
    public static let unknownAssetType = Code(rawValue: "unknownAssetType")
    /// A value that the field, or the column, has no place for.
    public static let wrongValue = Code(rawValue: "wrongValue")
    /// A geometry of the wrong type or reference system, or with an ordinate that is no number.
    public static let wrongGeometry = Code(rawValue: "wrongGeometry")
    /// Another feature, or association, has that global id.
    public static let globalIDInUse = Code(rawValue: "globalIDInUse")
    /// Another row of the table has that row id.
    public static let rowInUse = Code(rawValue: "rowInUse")
    /// A feature that is to be associated with itself.
    public static let selfAssociation = Code(rawValue: "selfAssociation")
    /// The same ends are associated in the same way already.
    public static let duplicateAssociation = Code(rawValue: "duplicateAssociation")
    /// Features that no association of that kind may have at its ends.
    public static let wrongKind = Code(rawValue: "wrongKind")
    /// A terminal that the asset type does not have, or none where it has several.
    public static let wrongTerminal = Code(rawValue: "wrongTerminal")
    /// A place along an edge that is missing, or not between 0 and 1.
    public static let wrongFraction = Code(rawValue: "wrongFraction")
    /// A place that is not on the line, or at its end where it is to be split.
    public static let wrongPlace = Code(rawValue: "wrongPlace")
    /// Lines that cannot become one.
    public static let notMergeable = Code(rawValue: "notMergeable")
    /// A container that would contain itself.
    public static let containmentCycle = Code(rawValue: "containmentCycle")
    /// No rule allows the association.
    public static let noRule = Code(rawValue: "noRule")
    /// A container or structure that may not be deleted while it holds something.
    public static let restrictedDeletion = Code(rawValue: "restrictedDeletion")
    /// What undo or redo finds is not what the step left: it was changed otherwise.
    public static let changedOtherwise = Code(rawValue: "changedOtherwise")
    /// It concerns what lies beyond the extent that was read, or may.
    public static let beyondExtent = Code(rawValue: "beyondExtent")
  }

  /// The kind of problem.
  public var code: Code
  /// The edit that is at fault, by its position in the transaction; nil when it is not one alone.
  public var edit: Int?
  /// The table; nil when the problem is not about one.
  public var table: String?
  /// The row: a row id, or a global id; nil when there is none yet, or the edit left its choice open.
  public var row: String?
  /// The features concerned, the one at ``row`` first; none where that is not known.
  public var features: [FeatureID]
  /// What is wrong and what to do, in sentences.
  public var message: String
  /// The number of the validation error that says the same; nil for what only an edit can do wrong.
  public var number: Int?

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
}

extension TransactionProblem.Code {
  /// The number of the validation error of the same name; nil for what only an edit can do wrong.
  public var number: Int? { NetworkErrorCode(rawValue: rawValue)?.number }
}

extension TransactionProblem: CustomStringConvertible {
  /// One line: edit, counted from 1, table and global id or row, as far as there are such; message.
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

/// All that is wrong with a transaction, of which nothing is done then.
public struct TransactionError: Error, Equatable, Sendable {
  /// The name of the transaction.
  public var transaction: String
  /// The problems, in the order of edits as far as they are about one.
  public var problems: [TransactionProblem]

  /// Creates an error.
  public init(_ transaction: String, _ problems: [TransactionProblem]) {
    self.transaction = transaction
    self.problems = problems
  }
}

extension TransactionError: CustomStringConvertible {
  /// One line for each problem, behind the transaction's name when it has one.
  public var description: String {
    problems.map { transaction.isEmpty ? "\($0)" : "\(transaction): \($0)" }
      .joined(separator: "\n")
  }
}
