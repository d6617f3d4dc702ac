import GeoSnap

struct CSVFeatureReader {
  private var reader: CSVReader
  private let input: ByteSource
  private let names: [String]
  private let delimiter: UInt8
  private let srid: SRID?
  /// The column of well-known text; nil where x and y are columns.
  private let wkt: Int?
  private let points: PointColumns?
  private var block: CSVBlock?
  private var record = 0
  private var start = 0
  /// The line of the last record that was read.
  var line: Int? { block?.line(at: start) }
  /// The columns that were renamed.
  let renamed: [(name: String, column: String)]

  /// The names of columns of well-known text.
  private static let geometryNames = ["wkt", "geom", "geometry", "the_geom", "shape"]

  init(_ input: ByteSource, _ arguments: CSVArguments, delimiter: UInt8?, _ srid: SRID?) throws {
    self.input = input
    self.srid = srid
    let delimiter = delimiter ?? arguments.delimiter.byte
    self.delimiter = delimiter
    var reader = CSVReader(input, delimiter: delimiter)
    guard let first = try reader.next() else {
      throw Failure.badData("\(input.name) is empty: features are expected.")
    }
    self.reader = reader
    var fields: [Range<Int>] = []
    CSVFields.split(first.bytes.span, first.records[0], delimiter: delimiter, into: &fields)
    let header =
      arguments.noHeader
      ? nil : fields.map { (CSVFields.text(first.bytes.span, $0) ?? "").trimmed }
    var columns = FieldList(joinsCases: false)
    names = header?.map { columns.addOwn($0) } ?? fields.indices.map { "column\($0 + 1)" }
    renamed = columns.renamed
    let named = (arguments.x == nil ? header ?? [] : []).enumerated().filter {
      Self.geometryNames.contains($1.lowercased())
    }
    // Other names than WKT may be those of attributes.
    var column = named.first { number, name in
      name.lowercased() == "wkt" || Self.holdsGeometry(number, first, delimiter)
    }?.offset
    var points: PointColumns?
    if column == nil {
      do {
        points = try PointColumns(
          names: header,
          count: fields.count,
          x: arguments.x,
          y: arguments.y,
          delimiter: delimiter,
          hasDecimalComma: arguments.decimalComma
        )
      } catch {
        guard let guess = named.first else { throw error }
        column = guess.offset
      }
    }
    wkt = column
    self.points = points
    block = first
    record = arguments.noHeader ? 0 : 1
  }

  /// Whether a value of a column in the first block is a geometry.
  private static func holdsGeometry(_ column: Int, _ block: CSVBlock, _ delimiter: UInt8) -> Bool {
    var fields: [Range<Int>] = []
    for record in block.records.dropFirst() {
      CSVFields.split(block.bytes.span, record, delimiter: delimiter, into: &fields)
      guard column < fields.count,
        let text = CSVFields.text(block.bytes.span, fields[column]), !text.isEmpty
      else { continue }
      if (try? Geometry(text: text)) != nil { return true }
    }
    return false
  }

  /// The next feature, or nil at the end; throws ``Failure`` with the line.
  mutating func next() throws -> FeatureRecord? {
    while let block {
      guard record < block.records.count else {
        self.block = try reader.next()
        record = 0
        continue
      }
      let range = block.records[record]
      record += 1
      start = range.lowerBound
      var fields: [Range<Int>] = []
      CSVFields.split(block.bytes.span, range, delimiter: delimiter, into: &fields)
      func failure(_ message: String, at offset: Int? = nil) -> Failure {
        let line = block.line(at: offset ?? range.lowerBound)
        return Failure.badData("\(input.name):\(line): \(message)", file: input.name, line: line)
      }
      if let (message, offset) = block.problem(fields, names: names) {
        throw failure(message, at: offset)
      }
      var texts: [String] = []
      for field in fields {
        guard let text = CSVFields.text(block.bytes.span, field) else {
          throw failure(
            "The row is not UTF-8: convert the file, for example with iconv -f LATIN1 -t UTF-8 FILE > OUT"
          )
        }
        texts.append(text)
      }
      var geometry: Geometry?
      var used: Set<Int> = []
      if let wkt {
        used = [wkt]
        do {
          if !texts[wkt].allSatisfy(\.isWhitespace) {
            geometry = try Geometry(text: texts[wkt], srid: srid)
          }
        } catch {
          throw failure("\(names[wkt]): \(error.message)")
        }
      } else if let points {
        used = [points.x, points.y]
        let hasPlace = used.contains { !texts[$0].allSatisfy(\.isWhitespace) }
        let bytes = block.bytes.span
        let (x, y) = (
          points.number(bytes, fields[points.x]), points.number(bytes, fields[points.y])
        )
        if let x, let y {
          geometry = .point(Point(Coordinate(x: x, y: y), srid: srid))
        } else if hasPlace {
          let wrong = points.problem(bytes, fields, x == nil ? points.x : points.y)
          throw failure(wrong.remedy.map { "\(wrong.message) \($0)" } ?? wrong.message)
        }
      }
      return FeatureRecord(
        geometry: geometry,
        properties: texts.indices.filter { !used.contains($0) }.map {
          (names[$0], texts[$0].isEmpty ? .null : .string(texts[$0]))
        }
      )
    }
    return nil
  }
}
