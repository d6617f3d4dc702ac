/// A feature of a network: its table and its row in that table.
public struct FeatureID: Hashable, BitwiseCopyable, Sendable {
  /// The index of the table in ``UtilityNetwork/tables``.
  public var table: Int32
  /// The index of the row.
  public var row: Int32

  /// Creates an identifier; numbers out of range are clamped to 32 bits.
  @usableFromInline
  package init(table: Int, row: Int) {
    self.table = Int32(clamping: table)
    self.row = Int32(clamping: row)
  }

  var number: Int { Int(table) << 32 | Int(row) }

  init(number: Int) { self.init(table: number >> 32, row: number & 0xFFFF_FFFF) }
}
