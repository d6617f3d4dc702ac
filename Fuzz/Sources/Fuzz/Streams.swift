import FuzzDriver
import GeoSnap

/// Readers of pieces: wherever the input is cut, the items and errors are those of the whole.
extension FuzzTarget {
  static let streams: [FuzzTarget] = [
    FuzzTarget("WKBStream") { input in
      compare(input) {
        WKBReader()
      } next: { reader throws(FormatError) in
        try reader.next().map { String(describing: $0.wkb(includingSRID: true)) }
      }
    },
    FuzzTarget("GeoJSONStream") { input in
      compare(input) {
        GeoJSONReader()
      } next: { reader throws(FormatError) in
        // Members are sorted there, unlike in a description.
        try reader.next().map { (try? $0.geoJSON()) ?? "cannot be written" }
      }
    },
    FuzzTarget("EsriJSONStream") { input in
      compare(input) {
        EsriJSONReader()
      } next: { reader throws(FormatError) in
        try reader.next().map { (try? $0.esriJSON()) ?? "cannot be written" }
      }
    },
    FuzzTarget("Lines") { input in
      compare(input) {
        GeometryLineReader()
      } next: { reader throws(FormatError) in
        try reader.next().map { "\(reader.line) \($0.wkt)" }
      }
    },
    FuzzTarget("Unchecked") { input in
      let head = Array(input.dropFirst(2))
      compare(input) {
        UncheckedReader(startingWith: head)
      } next: { reader throws(FormatError) in
        guard let item = try reader.next() else { return nil }
        let problems = item.geometry.problems(GeometryExpectations(limit: 100))
        let refusal: GeometryError?
        do throws(GeometryError) {
          _ = try item.geometry.checked()
          refusal = nil
        } catch {
          refusal = error
        }
        return "\(item.line ?? 0) \(item.id ?? "") \(problems) \(refusal?.message ?? "sound")"
      }
    },
  ]

  /// The first two bytes say where the rest is cut.
  private static func compare<Reader: PieceReader>(
    _ input: [UInt8],
    _ make: () -> Reader,
    next: (inout Reader) throws(FormatError) -> String?
  ) {
    guard input.count > 2 else { return }
    let content = input[2...]
    var whole = Transcript(content.count)
    var reader = make()
    reader.append(content)
    whole.drain(&reader, next)
    reader.finish()
    whole.drain(&reader, next)

    var inPieces = Transcript(content.count)
    var other = make()
    var start = content.startIndex
    var turn = 0
    while start < content.endIndex {
      let end = min(start + 1 + Int(input[turn & 1]), content.endIndex)
      other.append(content[start..<end])
      inPieces.drain(&other, next)
      start = end
      turn += 1
    }
    other.finish()
    inPieces.drain(&other, next)
    require(whole.lines == inPieces.lines, "\(whole.lines)\nin pieces: \(inPieces.lines)")
  }
}

/// What the readers of pieces have in common.
protocol PieceReader {
  mutating func append(_ bytes: some Sequence<UInt8>)
  mutating func finish()
}

extension WKBReader: PieceReader {}
extension GeoJSONReader: PieceReader {}
extension EsriJSONReader: PieceReader {}
extension GeometryLineReader: PieceReader {}
extension UncheckedReader: PieceReader {}

/// What a reader gave, item by item.
private struct Transcript {
  var lines: [String] = []
  private let length: Int

  init(_ length: Int) { self.length = length }

  mutating func drain<Reader>(
    _ reader: inout Reader,
    _ next: (inout Reader) throws(FormatError) -> String?
  ) {
    while true {
      do throws(FormatError) {
        guard let line = try next(&reader) else { return }
        lines.append(line)
      } catch {
        check(error, length)
        lines.append("\(error.code) \(error.offset) \(error.line ?? 0)")
        require(lines.count <= 2 * length + 2, "Errors without end")
      }
    }
  }
}
