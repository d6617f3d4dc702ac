public import GeoSnap

/// What became of every row and column of a definition's files.
public struct EsriPropertiesReport: Hashable, Sendable {
  /// One file that was read.
  public struct File: Hashable, Sendable {
    /// Its name, without its folder.
    public var name: String
    /// The number of its rows, blank ones left out.
    ///
    /// It is the sum of all counts in `carried`, `checked` and `notCarried`.
    public var rows = 0
    /// Rows whose content the network has, by label.
    public var carried: [String: Int] = [:]
    /// Rows that say nothing new and were held against the others, such as sums and headers.
    public var checked: [String: Int] = [:]
    /// Rows that the network has no place for, by label.
    public var notCarried: [String: Int] = [:]
    /// Columns that the network has no place for.
    public var columnsNotCarried: [String] = []
    /// Columns that the importer does not know, and left out.
    public var unknownColumns: [String] = []
  }

  /// The files that were read, in the order of their kinds.
  public var files: [File] = []
  /// Files of the folder that are none of those.
  public var otherFiles: [String] = []
  /// What the heads of the files say, such as `Utility Network Name`.
  public var properties: [String: String] = [:]
  /// What was taken for granted, and what a reader should know; one sentence each.
  public var notes: [String] = []
}

/// A network without features, made from a definition's files, and what happened on the way.
public struct EsriPropertiesResult: Sendable {
  /// The network: an empty table for each source, and all rules.
  public let network: UtilityNetwork
  /// What became of every row.
  public let report: EsriPropertiesReport
}
