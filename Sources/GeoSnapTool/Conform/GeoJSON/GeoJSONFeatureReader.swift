import GeoSnap

/// Reads one feature of GeoJSON, and notes the ranges of its numbers.
package struct GeoJSONFeatureReader {
  package private(set) var geometry = GeoJSONGeometry()
  /// The range of the id; nil when there is none.
  private(set) var id: Range<Int>?
  private var ownBoxes: [GeoJSONGeometry.Box] = []

  package init() {}

  /// The numbers of each `bbox`, of the feature and of its geometry.
  var boxes: [GeoJSONGeometry.Box] { ownBoxes + geometry.boxes }

  /// Reads the feature in a range of bytes; throws ``JSONProblem`` when there is no feature.
  package mutating func read(_ bytes: [UInt8], _ range: Range<Int>) throws(JSONProblem) {
    var cursor = JSONCursor(bytes, range)
    var type: Range<Int>?
    var hasGeometry = false
    try cursor.forEachMember { (cursor, name) throws(JSONProblem) in
      if cursor.holds("type", at: name) {
        guard type == nil else { throw cursor.problem("Only one member \"type\" is expected") }
        type = try cursor.value()
      } else if cursor.holds("id", at: name) {
        guard id == nil else { throw cursor.problem("Only one member \"id\" is expected") }
        id = try cursor.value()
      } else if cursor.holds("bbox", at: name) {
        ownBoxes.append(try cursor.box())
      } else if cursor.holds("geometry", at: name) {
        guard !hasGeometry else { throw cursor.problem("Only one member \"geometry\" is expected") }
        hasGeometry = true
        try readGeometry(&cursor)
      } else {
        _ = try cursor.value()
      }
    }
    if let type, cursor.holds("\"FeatureCollection\"", at: type) {
      throw JSONProblem(
        offset: range.lowerBound,
        message: "The FeatureCollection has no member \"features\""
      )
    }
    guard let type, cursor.holds("\"Feature\"", at: type) else {
      throw JSONProblem(
        offset: type?.lowerBound ?? range.lowerBound,
        message: "\"type\": \"Feature\" is expected"
      )
    }
    guard hasGeometry else {
      throw JSONProblem(
        offset: range.lowerBound,
        message: "A member \"geometry\" is expected, which may be null"
      )
    }
  }

  private mutating func readGeometry(_ cursor: inout JSONCursor) throws(JSONProblem) {
    guard cursor.peek() != UInt8(ascii: "n") else {
      try cursor.word("null")
      return
    }
    do throws(JSONProblem) {
      try geometry.read(&cursor, depth: 0)
    } catch {
      throw error.within(error.path.isEmpty ? "geometry" : "geometry.")
    }
  }
}
