import GeoSnap

/// Some whole records of a CSV file, in the bytes of the file.
package struct CSVBlock: Sendable {
  package var bytes: [UInt8]
  /// The ranges of the records in `bytes`, without line ends and without blank lines.
  package var records: [Range<Int>]
  /// The line number of the first byte in the file, from 1.
  var firstLine: Int
  /// The number of records before the block, without blank lines.
  package var precedingRecords: Int

  /// The line number in the file of an offset in the block.
  func line(at offset: Int) -> Int {
    bytes[..<offset].reduce(firstLine) { $1 == CSVByte.lineFeed ? $0 + 1 : $0 }
  }

  /// The error of a record whose quotes are wrong, or whose fields are not those of the first row, with its offset if
  /// it is at a field; nil for a sound record.
  func problem(_ fields: [Range<Int>], names: [String]) -> (message: String, offset: Int?)? {
    for (field, name) in zip(fields, names) {
      if let message = CSVFields.quoteProblem(bytes.span, field, named: name) {
        return (message, field.lowerBound)
      }
    }
    guard fields.count != names.count else { return nil }
    return (
      "The row has \(count(fields.count, "field")), but the first row has \(names.count).", nil
    )
  }
}

package enum CSVByte {
  package static let quote = UInt8(ascii: "\"")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
}
