import GeoSnap

/// A CSV file of points, read once.
struct CSVPointSource: ConformSource {
  private let input: ByteSource
  private var reader: CSVReader
  private let columns: PointColumns
  /// The block that was read to find the columns.
  private var first: CSVBlock?
  /// The bytes before the first block: a byte order mark, or none.
  let head: [UInt8]

  /// Opens a file and finds its columns; throws ``Failure`` when the columns of the coordinates are missing.
  init(_ input: ByteSource, _ arguments: CSVArguments) throws {
    self.input = input
    let delimiter = arguments.delimiter.byte
    reader = CSVReader(input, delimiter: delimiter)
    guard var first = try reader.next() else {
      throw Failure.badData("\(input.name) is empty: points are expected.")
    }
    let names = first.bytes[first.records[0]]
    var fields: [Range<Int>] = []
    CSVFields.split(first.bytes.span, names.indices, delimiter: delimiter, into: &fields)
    columns = try PointColumns(
      names: arguments.noHeader
        ? nil
        : fields.map {
          String(decoding: CSVFields.value(first.bytes.span, $0), as: UTF8.self)
        },
      count: fields.count,
      x: arguments.x,
      y: arguments.y,
      delimiter: delimiter,
      hasDecimalComma: arguments.decimalComma
    )
    if !arguments.noHeader {
      first.records.removeFirst()
      first.precedingRecords = 1
    }
    self.first = first
    head = reader.hasByteOrderMark ? [0xEF, 0xBB, 0xBF] : []
  }

  let mayHaveLines = false

  var share: Double? {
    input.size.flatMap { $0 > 0 ? Double(input.byteCount) / Double($0) : nil }
  }

  mutating func next() throws -> CSVBlock? {
    if let first {
      self.first = nil
      return first
    }
    return try reader.next()
  }

  mutating func rewind() throws {
    preconditionFailure("Points are read once: where one goes does not depend on the others")
  }

  var parser: @Sendable (CSVBlock) throws -> CSVPiece {
    let columns = columns
    let name = input.name
    return { try CSVPiece($0, columns, fileName: name) }
  }

  func located(_ error: any Error) -> any Error { error }
}

/// The points of some rows: all bytes stay unchanged except the coordinates of points that move.
struct CSVPiece: ConformPiece {
  private let points: PointBlock
  private(set) var block = ConformBlock()

  /// Reads the points; throws ``Failure`` for the first row that is not a point.
  init(_ source: CSVBlock, _ columns: PointColumns, fileName: String) throws {
    points = PointBlock(source, columns, needsText: false, skipsBadRows: false)
    if let row = points.badRows.first {
      throw Failure.badData(
        "\(fileName):\(row.line): \(row.message)\(row.remedy.map { " \($0)" } ?? "")",
        file: fileName,
        line: row.line
      )
    }
    for place in points.places {
      block.append(place)
      block.endFeature(.points)
    }
  }

  func id(of feature: Int) -> [UInt8] { Array("\(points.number(of: feature))".utf8) }

  func rewritten(_ outcomes: [ConformOutcome]) -> [UInt8] {
    var patches = BytePatches()
    var fields: [Range<Int>] = []
    for (point, outcome) in outcomes.enumerated() {
      guard case .moved(let match) = outcome else { continue }
      let (from, to) = (points.places[point], match.place.location)
      points.split(point, into: &fields)
      let columns = points.columns
      if to.x != from.x { patches.replace(fields[columns.x], by: columns.text(to.x)) }
      if to.y != from.y { patches.replace(fields[columns.y], by: columns.text(to.y)) }
    }
    patches.sort()
    var output: [UInt8] = []
    let bytes = points.block.bytes
    output.reserveCapacity(bytes.count + bytes.count / 8)
    patches.append(0..<bytes.count, of: bytes, to: &output)
    return output
  }
}
