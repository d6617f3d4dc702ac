/// The permanent name of a feature in edits, unlike a ``FeatureID``, which is valid for one opened network.
public enum FeatureKey: Hashable, Sendable {
  /// By its global id.
  case globalID(GlobalID)
  /// By the name of its table, compared without case, and its row id: for plain tables, which may have no global ids.
  case row(table: String, rowID: Int64)
}

extension FeatureKey: CustomStringConvertible {
  /// The global id, or the table and row.
  public var description: String {
    switch self {
    case .globalID(let globalID): "\(globalID)"
    case .row(let table, let rowID): "\(table), row \(rowID)"
    }
  }
}
