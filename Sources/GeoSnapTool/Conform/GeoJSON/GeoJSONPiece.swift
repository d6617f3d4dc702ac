package import GeoSnap

/// The features of a block with the ranges of their numbers.
package struct GeoJSONPiece: ConformPiece {
  package struct Position {
    package let x: Range<Int>
    package let y: Range<Int>
    package let z: Range<Int>?
  }

  struct Box {
    let feature: Int
    let numbers: GeoJSONGeometry.Box
  }

  typealias Frame = (before: [UInt8], after: [UInt8])

  let source: GeoJSONBlock
  /// The bytes before and after each feature; nil where the bytes of the input stay.
  let frame: Frame?
  package private(set) var block = ConformBlock()
  private var positions: [Position] = []
  private var ids: [Range<Int>?] = []
  private var boxes: [Box] = []

  init(_ source: GeoJSONBlock, _ frame: Frame?) throws(JSONProblem) {
    self.source = source
    self.frame = frame
    for (number, range) in source.features.enumerated() {
      var reader = GeoJSONFeatureReader()
      do throws(FormatError) {
        try reader.read(source.bytes, range)
      } catch {
        let place = JSONPlace(
          of: error.offset - range.lowerBound,
          in: source.bytes.span.extracting(range),
          named: "features[\(source.precedingFeatures + number)]"
        )
        throw JSONProblem(
          offset: source.offset + error.offset,
          path: place.path,
          message: error.message
        )
      }
      append(reader)
    }
  }

  private mutating func append(_ reader: GeoJSONFeatureReader) {
    let feature = block.count
    var start = 0
    for end in reader.geometry.partEnds {
      for vertex in start..<end {
        block.append(reader.geometry.places[vertex], height: reader.geometry.heights[vertex])
      }
      block.endPart()
      start = end
    }
    block.endFeature(reader.geometry.shape)
    positions += reader.geometry.positions
    ids.append(reader.id)
    for numbers in reader.boxes { boxes.append(Box(feature: feature, numbers: numbers)) }
  }

  package func id(of feature: Int) -> [UInt8] {
    ids[feature].map { Array(source.bytes[$0]) } ?? Array("null".utf8)
  }

  package func rewritten(_ outcomes: [ConformOutcome]) -> [UInt8] {
    let patches = patches(outcomes)
    var output: [UInt8] = []
    output.reserveCapacity(source.bytes.count + source.bytes.count / 8)
    guard let frame else {
      patches.append(0..<source.bytes.count, of: source.bytes, to: &output)
      return output
    }
    for feature in source.features {
      output += frame.before
      let start = output.count
      patches.append(feature, of: source.bytes, to: &output)
      // Each feature is written on one line. JSON strings contain no line ends.
      for offset in start..<output.count
      where output[offset] == CSVByte.lineFeed || output[offset] == CSVByte.carriageReturn {
        output[offset] = 0x20
      }
      output += frame.after
    }
    return output
  }

  private func patches(_ outcomes: [ConformOutcome]) -> BytePatches {
    var patches = BytePatches()
    for (vertex, outcome) in outcomes.enumerated() {
      guard case .moved = outcome else { continue }
      let (from, to) = (block.places[vertex], outcome.place(from: block.places[vertex]))
      let position = positions[vertex]
      if to.x != from.x { patches.replace(position.x, by: to.x) }
      if to.y != from.y { patches.replace(position.y, by: to.y) }
      let height = block.heights[vertex]
      if let z = position.z, outcome.height(from: height) != height {
        patches.replace(z, by: outcome.height(from: height))
      }
    }
    for box in boxes { patch(box, outcomes, &patches) }
    patches.sort()
    return patches
  }

  /// Updates a `bbox` when a vertex of its feature moved.
  private func patch(_ box: Box, _ outcomes: [ConformOutcome], _ patches: inout BytePatches) {
    let vertices = block.vertices(of: box.feature)
    let hasMoved = outcomes[vertices].contains { if case .moved = $0 { true } else { false } }
    let half = box.numbers.count / 2
    // A box whose west is east of its east crosses the antimeridian.
    guard hasMoved, half == 2 || half == 3, box.numbers[0].value <= box.numbers[half].value,
      let envelope = Envelope.combining(
        vertices.map { Envelope(outcomes[$0].place(from: block.places[$0])) }
      )
    else { return }
    let heights = vertices.map { outcomes[$0].height(from: block.heights[$0]) }.filter { !$0.isNaN }
    let least = [envelope.minX, envelope.minY] + (heights.min().map { [$0] } ?? [])
    let greatest = [envelope.maxX, envelope.maxY] + (heights.max().map { [$0] } ?? [])
    for (side, number) in least.prefix(half).enumerated() {
      patches.replace(box.numbers[side].range, by: number)
    }
    for (side, number) in greatest.prefix(half).enumerated() {
      patches.replace(box.numbers[half + side].range, by: number)
    }
  }
}

package struct GeoJSONSource: ConformSource {
  private let input: ByteSource
  private var reader: GeoJSONBlockReader
  /// Set for the output, after the first reading.
  var frame: GeoJSONPiece.Frame?
  /// Whether the features are in a collection; known after the first reading.
  private(set) var isCollection = false
  /// The member `crs` of the collection; known after the first reading.
  private(set) var system: JSONFragment?

  package init(_ input: ByteSource, blockSize: Int = 256 << 10) {
    self.input = input
    reader = GeoJSONBlockReader(input, blockSize: blockSize)
  }

  package let mayHaveLines = true

  package var share: Double? { input.share }

  package mutating func next() throws -> GeoJSONBlock? { try reader.next() }

  package mutating func rewind() throws {
    isCollection = reader.isCollection
    system = reader.system
    try reader.rewind()
  }

  package var parser: @Sendable (GeoJSONBlock) throws -> GeoJSONPiece {
    { [frame] in try GeoJSONPiece($0, frame) }
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
        Failure.Place(file: input.name, line: number, path: problem.path, message: problem.message)
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

struct JSONProblem: Error {
  let offset: Int
  /// The path of the member or element, such as `features[0].geometry.coordinates[3]`; empty for the whole.
  var path = ""
  let message: String
}

/// Replacements in bytes that otherwise stay unchanged.
struct BytePatches: Sendable {
  private var patches: [(range: Range<Int>, bytes: [UInt8])] = []

  mutating func replace(_ range: Range<Int>, by number: Double) {
    replace(range, by: Array(number.description.utf8))
  }

  mutating func replace(_ range: Range<Int>, by bytes: [UInt8]) { patches.append((range, bytes)) }

  mutating func sort() { patches.sort { $0.range.lowerBound < $1.range.lowerBound } }

  /// Appends a part of the bytes with its replacements, which have to be sorted and must not cross an end of the
  /// part.
  func append(_ part: Range<Int>, of bytes: [UInt8], to output: inout [UInt8]) {
    var start = part.lowerBound
    for patch in patches[firstPatch(from: part.lowerBound)...] {
      guard patch.range.lowerBound < part.upperBound else { break }
      output += bytes[start..<patch.range.lowerBound]
      output += patch.bytes
      start = patch.range.upperBound
    }
    output += bytes[start..<part.upperBound]
  }

  private func firstPatch(from offset: Int) -> Int {
    var range = 0..<patches.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if patches[middle].range.lowerBound < offset {
        range = middle + 1..<range.upperBound
      } else {
        range = range.lowerBound..<middle
      }
    }
    return range.lowerBound
  }
}
