package import GeoSnap

/// Reads one feature of GeoJSON, and notes the ranges of its numbers.
package struct GeoJSONFeatureReader {
  package private(set) var geometry = GeoJSONGeometry()
  /// The range of the id; nil when there is none.
  private(set) var id: Range<Int>?
  private var ownBoxes: [GeoJSONGeometry.Box] = []

  package init() {}

  /// The numbers of each `bbox`, of the feature and of its geometry.
  var boxes: [GeoJSONGeometry.Box] { ownBoxes + geometry.boxes }

  /// Reads the feature in a range of bytes; the error, when there is no feature, has its offset in the bytes.
  package mutating func read(_ bytes: [UInt8], _ range: Range<Int>) throws(FormatError) {
    var scanner = JSONScanner(offset: range.lowerBound, isStrict: true)
    try read(bytes.span.extracting(first: range.upperBound), &scanner)
  }

  private mutating func read(
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner
  ) throws(FormatError) {
    let start = scanner.offset
    var type: JSONName?
    var hasGeometry = false
    var goesOn = try scanner.beginObject(bytes)
    while goesOn {
      let name = try scanner.readName(bytes)
      if name.matches("type", in: bytes) {
        try name.refuseTwice(type != nil, in: bytes)
        type = try scanner.passString(bytes)
      } else if name.matches("id", in: bytes) {
        try name.refuseTwice(id != nil, in: bytes)
        id = try scanner.passValue(bytes)
      } else if name.matches("bbox", in: bytes) {
        ownBoxes.append(try scanner.box(bytes))
      } else if name.matches("geometry", in: bytes) {
        try name.refuseTwice(hasGeometry, in: bytes)
        hasGeometry = true
        if try !scanner.takeNull(bytes) { try geometry.read(bytes, &scanner, depth: 0) }
      } else {
        try scanner.passValue(bytes)
      }
      goesOn = try scanner.continueObject(bytes)
    }
    if let type, type.matches("FeatureCollection", in: bytes) {
      throw FormatError(
        .missingMember,
        "The FeatureCollection has no member \"features\".",
        offset: start
      )
    }
    guard let type, type.matches("Feature", in: bytes) else {
      throw FormatError(
        .unexpectedType,
        "\"type\": \"Feature\" is expected.",
        offset: type.map { $0.range.lowerBound - 1 } ?? start
      )
    }
    guard hasGeometry else {
      throw FormatError(
        .missingMember,
        "A member \"geometry\" is expected, which may be null.",
        offset: start
      )
    }
  }
}

extension JSONScanner {
  /// Reads a number; returns it with its range.
  mutating func number(_ bytes: Span<UInt8>) throws(FormatError) -> GeoJSONGeometry.ScannedNumber {
    _ = peek(bytes)
    let start = offset
    return (try readNumber(bytes), start..<offset)
  }

  /// Reads the numbers of a `bbox`; none when it is not an array.
  mutating func box(_ bytes: Span<UInt8>) throws(FormatError) -> GeoJSONGeometry.Box {
    guard peek(bytes) == JSONByte.openBracket else {
      try passValue(bytes)
      return []
    }
    var numbers: GeoJSONGeometry.Box = []
    var goesOn = try beginArray(bytes)
    while goesOn {
      numbers.append(try number(bytes))
      goesOn = try continueArray(bytes)
    }
    return numbers
  }
}
