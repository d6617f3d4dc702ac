/// The keys of a table in pieces that take about as long to read.
package struct KeyPieces: Sendable {
  /// How many rows a piece has, if no key is left out.
  package static let rowCount = 1 << 14

  /// Where pieces begin but the first, which has all keys below.
  private let starts: [Int64]

  /// The number of pieces.
  package var count: Int { starts.count + 1 }

  /// Divides a range of keys so that it has about so many rows in each piece.
  package init(_ keys: ClosedRange<Int64>?, rowCount: Int) {
    let count = rowCount / KeyPieces.rowCount
    guard let keys, count > 1 else {
      starts = []
      return
    }
    let width = UInt64(bitPattern: keys.upperBound &- keys.lowerBound) / UInt64(count)
    starts = (1..<count).map { keys.lowerBound &+ Int64(bitPattern: width &* UInt64($0)) }
  }

  /// Where a piece begins and where the next one does; nil where there is no limit.
  package func limits(of piece: Int) -> (start: Int64?, end: Int64?) {
    (piece == 0 ? nil : starts[piece - 1], piece < starts.count ? starts[piece] : nil)
  }
}
