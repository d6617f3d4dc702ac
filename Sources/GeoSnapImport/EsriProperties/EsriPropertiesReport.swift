public import GeoSnap

/// The outcome of every row and column of the files.
public struct EsriPropertiesReport: Hashable, Sendable {
  /// A file that was read.
  public struct File: Hashable, Sendable {
    /// The name without the folder.
    public var name: String
    /// The number of rows that are not blank: the sum of `carried`, `checked` and `notCarried`.
    public var rows = 0
    /// The number of rows whose content is in the network, by label.
    public var carried: [String: Int] = [:]
    /// The number of rows without new content that were checked against others, such as sums and headers.
    public var checked: [String: Int] = [:]
    /// The number of rows that a network cannot hold, by label.
    public var notCarried: [String: Int] = [:]
    /// Columns that a network cannot hold.
    public var columnsNotCarried: [String] = []
    /// Columns that the importer does not know and ignores.
    public var unknownColumns: [String] = []
  }

  /// The files that were read, in the order of their kinds.
  public var files: [File] = []
  /// The other files of the folder.
  public var otherFiles: [String] = []
  /// The properties in the heads of the files, such as `Utility Network Name`.
  public var properties: [String: String] = [:]
  /// Assumptions and remarks, one sentence each.
  public var notes: [String] = []
}

/// A network without features from the files of a definition, and the report.
public struct EsriPropertiesResult: Sendable {
  /// The network: an empty table for each source, and all rules.
  public let network: UtilityNetwork
  /// The outcome of every row.
  public let report: EsriPropertiesReport
}
