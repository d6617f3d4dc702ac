import GeoSnap
import GeoSnapTestSupport
import Testing

func bytes(hex: String) -> [UInt8] {
  let digits = hex.utf8.map { byte in UInt8(String(UnicodeScalar(byte)), radix: 16) ?? 0 }
  return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

func expectRefused<Read>(
  _ input: String,
  _ code: FormatError.Code,
  at offset: Int? = nil,
  _ read: () throws -> Read
) {
  let error = #expect(throws: FormatError.self, "\(input)") { try read() }
  #expect(error?.code == code, "\(input): \(error.map(String.init) ?? "")")
  if let offset { #expect(error?.offset == offset, "\(input)") }
}

/// A reader that gets its bytes in pieces.
protocol PieceReader {
  associatedtype Found
  mutating func append(_ bytes: some Sequence<UInt8>)
  mutating func finish()
  mutating func next() throws(FormatError) -> Found?
}

extension GeoJSONReader: PieceReader {}
extension EsriJSONReader: PieceReader {}
extension GeometryLineReader: PieceReader {}
extension WKBReader: PieceReader {}

struct Readings<Found> {
  var results: [Result<Found, FormatError>] = []
  var items: [Found] { results.compactMap { try? $0.get() } }
  var errors: [FormatError] {
    results.compactMap { if case .failure(let error) = $0 { error } else { nil } }
  }
}

extension PieceReader {
  /// With `reusesArray` each piece is written over the one before, in the same array.
  mutating func read(
    _ bytes: [UInt8],
    reusesArray: Bool = false,
    pieces: () -> Int,
    onItem: (Self) -> Void = { _ in }
  ) -> Readings<Found> {
    var readings = Readings<Found>()
    func drain(_ reader: inout Self) {
      while true {
        do throws(FormatError) {
          guard let item = try reader.next() else { return }
          readings.results.append(.success(item))
          onItem(reader)
        } catch { readings.results.append(.failure(error)) }
      }
    }
    var array: [UInt8] = []
    var offset = 0
    while offset < bytes.count {
      let end = min(offset + pieces(), bytes.count)
      if reusesArray {
        array.replaceSubrange(0..., with: bytes[offset..<end])
        append(array)
      } else {
        append(bytes[offset..<end])
      }
      offset = end
      drain(&self)
    }
    finish()
    drain(&self)
    return readings
  }
}
