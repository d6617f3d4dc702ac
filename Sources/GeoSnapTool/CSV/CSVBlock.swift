/// Some whole records of a CSV file, as the bytes they have there.
package struct CSVBlock: Sendable {
  /// The bytes, line ends included.
  package var bytes: [UInt8]
  /// Where the records lie in `bytes`, without their line ends; blank lines are not among them.
  package var records: [Range<Int>]
  /// The line of the file that the first byte stands in, from 1.
  var firstLine: Int
  /// How many records came before, blank lines not counted.
  package var precedingRecords: Int

  /// The line of the file on which something in the block stands.
  func line(at offset: Int) -> Int {
    bytes[..<offset].reduce(firstLine) { $1 == CSVByte.lineFeed ? $0 + 1 : $0 }
  }
}

/// The bytes that have a meaning in CSV.
package enum CSVByte {
  package static let quote = UInt8(ascii: "\"")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
}
