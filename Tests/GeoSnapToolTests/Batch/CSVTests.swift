import Foundation
import GeoSnap
import GeoSnapTestSupport
import GeoSnapTool
import Testing

@Suite("CSV")
struct CSVTests {
  private func records(_ bytes: [UInt8], blockSize: Int) throws -> [[[UInt8]]] {
    let path = NSTemporaryDirectory() + "geosnap-csv-\(UUID().uuidString)"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    var reader = CSVReader(
      try ByteSource(path: path),
      delimiter: UInt8(ascii: ","),
      blockSize: blockSize
    )
    var records: [[[UInt8]]] = []
    var fields: [Range<Int>] = []
    while let block = try reader.next() {
      #expect(block.precedingRecords == records.count)
      for record in block.records {
        CSVFields.split(block.bytes.span, record, delimiter: UInt8(ascii: ","), into: &fields)
        records.append(fields.map { CSVFields.value(block.bytes.span, $0) })
      }
    }
    return records
  }

  private func texts(_ text: String, blockSize: Int = 1 << 18) throws -> [[String]] {
    try records(Array(text.utf8), blockSize: blockSize)
      .map { $0.map { String(decoding: $0, as: UTF8.self) } }
  }

  @Test("Random records come back as they were written, whatever the size of the blocks")
  func roundTrip() throws {
    let seed: UInt64 = 77
    var generator = SeededGenerator(seed: seed)
    let alphabet: [[UInt8]] =
      ["a", ",", "\"", "\n", "\r\n", "\r", " ", "é", "\0"]
      .map { Array($0.utf8) } + [[0xFF]]
    for _ in 0..<200 {
      var bytes: [UInt8] = []
      var expected: [[[UInt8]]] = []
      for _ in 0..<generator.int(1...20) {
        var fields: [[UInt8]] = []
        for column in 0..<generator.int(1...4) {
          var field: [UInt8] = []
          for _ in 0..<generator.int(0...6) {
            field += alphabet[generator.int(0...alphabet.count - 1)]
          }
          if column > 0 { bytes.append(UInt8(ascii: ",")) }
          bytes.append(CSVByte.quote)
          for byte in field { bytes += byte == CSVByte.quote ? [byte, byte] : [byte] }
          bytes.append(CSVByte.quote)
          fields.append(field)
        }
        expected.append(fields)
        bytes += Array((generator.oneIn(2) ? "\n" : "\r\n").utf8)
      }
      for blockSize in [1, 7, 1 << 18] {
        #expect(try records(bytes, blockSize: blockSize) == expected, "seed \(seed)")
      }
    }
  }

  @Test("Records are those of Python's csv module")
  func records() throws {
    let cases: [(String, [[String]])] = [
      ("", []), ("\n\r\n", []), ("a,b", [["a", "b"]]),
      ("a,b\n\n1,2\r\n", [["a", "b"], ["1", "2"]]),
      (",\n", [["", ""]]), ("\"\"\n", [[""]]), ("\"a\"\"b\",\"c\nd\"\n", [["a\"b", "c\nd"]]),
      ("5\" pipe,\"6\" x,y\n", [["5\" pipe", "6 x", "y"]]), (" \"a\",b\n", [[" \"a\"", "b"]]),
      ("\"a\"b\"c,d\n", [["ab\"c", "d"]]), ("\u{FEFF}\"a\",b\n", [["a", "b"]]),
    ]
    for (text, expected) in cases {
      for blockSize in [1, 2, 1 << 18] {
        #expect(try texts(text, blockSize: blockSize) == expected, "\(text.debugDescription)")
      }
    }
  }

  @Test("An open quote names the line of its record; endless records and UTF-16 are refused")
  func refused() throws {
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: CSVReader.longestRecord + 1_000_000)
    for (bytes, told) in [
      (Array("a,b\n1,\"2\n3,4\n".utf8), ":2: "), (long, "longer than 16 MiB"),
      ([0xFF, 0xFE, 0x61, 0], "iconv"), (Array("a,b\r1,2\r".utf8), "carriage returns alone"),
    ] {
      let error = #expect(throws: Failure.self) { try records(bytes, blockSize: 1 << 20) }
      #expect(error?.exitCode == .badData && error?.message.contains(told) == true, "\(told)")
    }
  }
}

@Suite("Decimal numbers")
struct DecimalNumberTests {
  private func read(_ text: String) -> Double? {
    let bytes = Array(text.utf8)
    return CSVNumber.read(bytes.span, 0..<bytes.count)
  }

  @Test("What is a number")
  func numbers() {
    let numbers: [(String, Double)] = [
      ("0", 0), ("1e5", 1e5), (" 12.5 ", 12.5), ("\t-0.5", -0.5), ("+.5", 0.5), ("5.", 5),
      ("1E-3", 1e-3), ("12345678901234567890.5", 12345678901234567890.5), ("1e-400", 0),
      ("0.1e0000000000001", 1), ("9007199254740993", 9_007_199_254_740_992),
    ]
    for (text, number) in numbers { #expect(read(text) == number, "\(text)") }
    #expect(read("-0")?.sign == .minus)
  }

  @Test(
    "What is none",
    arguments: [
      "", " ", "NaN", "nan", "inf", "-infinity", "1e999", "0x10", "1,5", "1 2", "e5", "1e", "1e+",
      ".", "-", "--1", "1.2.3", "1_000", "12a",
    ]
  )
  func noNumbers(text: String) { #expect(read(text) == nil) }

  @Test("Random doubles and random digits are read as the standard library reads them")
  func random() {
    let seed: UInt64 = 5
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<20_000 {
      let double = Double(bitPattern: generator.next())
      if double.isFinite { #expect(read("\(double)") == double, "seed \(seed)") }
      let places = generator.int(0...12)
      let digits = "\(generator.next() >> UInt64(generator.int(0...60)))"
      let text = "\(digits).\(String(repeating: "7", count: places))"
      #expect(read(text) == Double(text), "seed \(seed): \(text)")
    }
  }
}
