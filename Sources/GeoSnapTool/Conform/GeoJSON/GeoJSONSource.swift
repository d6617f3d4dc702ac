import GeoSnap

/// A GeoJSON file, read as often as needed.
package struct GeoJSONSource: ConformSource {
  private let input: ByteSource
  private var reader: GeoJSONBlockReader
  /// Set for the output, after the first reading.
  var layout = GeoJSONPiece.Layout(frame: nil)
  /// Whether the features are in a collection; known after the first reading.
  private(set) var isCollection = false
  /// The member `crs` of the collection; known after the first reading.
  private(set) var system: JSONFragment?

  /// Takes a file that can be read again.
  package init(_ input: ByteSource, blockSize: Int = 256 << 10) {
    self.input = input
    reader = GeoJSONBlockReader(input, blockSize: blockSize)
  }

  package let mayHaveLines = true

  package var share: Double? {
    input.size.flatMap { $0 > 0 ? Double(input.byteCount) / Double($0) : nil }
  }

  package mutating func next() throws -> GeoJSONBlock? { try reader.next() }

  package mutating func rewind() throws {
    isCollection = reader.isCollection
    system = reader.system
    try reader.rewind()
  }

  package var parser: @Sendable (GeoJSONBlock) throws -> GeoJSONPiece {
    let layout = layout
    return { try GeoJSONPiece($0, layout) }
  }

  package func located(_ error: any Error) -> any Error {
    guard let problem = error as? JSONProblem else { return error }
    let number = try? lineNumber(of: problem.offset)
    let line = number.map { ":\($0)" } ?? ""
    let path = problem.path.isEmpty ? "" : " \(problem.path):"
    return Failure(
      exitCode: .badData,
      message: "\(input.name)\(line): byte \(problem.offset):\(path) \(problem.message)",
      places: [
        Failure.Place(
          file: input.name,
          line: number,
          path: problem.path,
          message: problem.message
        )
      ]
    )
  }

  private func lineNumber(of offset: Int) throws -> Int {
    try input.rewind()
    var line = 1
    var bytes: [UInt8] = []
    var left = offset
    while left > 0, try input.read(min(left, 1 << 20), into: &bytes) {
      line += bytes.count { $0 == CSVByte.lineFeed }
      left -= bytes.count
      bytes.removeAll(keepingCapacity: true)
    }
    return line
  }
}

/// An error in JSON, and its place.
struct JSONProblem: Error {
  let offset: Int
  /// The path of the member or element, such as `features[0].geometry.coordinates[3]`; empty for the whole.
  var path = ""
  let message: String
}
