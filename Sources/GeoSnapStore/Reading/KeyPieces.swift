/// The keys of a table in pieces that take about the same time to read.
package struct KeyPieces: Sendable {
  /// The number of rows in a piece without gaps in its keys.
  package static let rowCount = 1 << 14

  /// The first key of each piece except the first piece.
  private let starts: [Int64]

  package var count: Int { starts.count + 1 }

  /// Divides a range of keys into pieces of about equal row counts.
  package init(_ keys: ClosedRange<Int64>?, rowCount: Int) {
    let count = rowCount / KeyPieces.rowCount
    guard let keys, count > 1 else {
      starts = []
      return
    }
    let width = UInt64(bitPattern: keys.upperBound &- keys.lowerBound) / UInt64(count)
    starts = (1..<count).map { keys.lowerBound &+ Int64(bitPattern: width &* UInt64($0)) }
  }

  /// The first key of a piece and of the next one; nil for no limit.
  package func limits(of piece: Int) -> (start: Int64?, end: Int64?) {
    (piece == 0 ? nil : starts[piece - 1], piece < starts.count ? starts[piece] : nil)
  }
}
