/// The dimensions at which interiors, boundaries and exteriors of two geometries meet: the DE-9IM of OGC's Simple
/// Features.
///
/// ```swift
/// let line = try Geometry(wkt: "LINESTRING (1 1, 5 1)")
/// let area = try Geometry(wkt: "POLYGON ((0 0, 0 4, 4 4, 4 0, 0 0))")
/// let matrix = try line.relate(area)
/// matrix                                     // -> 1010F0212
/// matrix[.interior, .boundary]               // -> 0
/// try matrix.matches("T*****F**")            // -> false
/// matrix.transposed                          // -> 1020F1102
/// IntersectionMatrix("1010F0212") == matrix  // -> true
/// IntersectionMatrix("1010F021")             // -> nil
/// ```
///
/// - Units: Dimensions are 0 for points, 1 for lines, 2 for areas, -1 when nothing is shared.
/// - Errors: Nil for a text that is not a matrix.
/// - Complexity: Constant.
/// - Source: Clementini, Di Felice and van Oosterom, "A small set of formal topological relationships suitable for
///   end-user interaction", 1993; OGC 06-103r4, 6.1.15.
public struct IntersectionMatrix: Hashable, Sendable {
  /// A row or column of the matrix: a set of points of a geometry.
  public enum Location: Int, Hashable, Sendable, CaseIterable {
    /// Inside.
    case interior = 0
    /// The ends of a line, the rings of an area.
    case boundary = 1
    /// Outside.
    case exterior = 2
  }

  // Invariant: nine dimensions from -1 to 2, row by row.

  private var dimensions: [Int8]

  /// Reads nine characters of `F`, `0`, `1`, `2`, row by row; nil for anything else.
  public init?(_ text: String) {
    let dimensions = text.utf8.map { character -> Int8 in
      switch character {
      case UInt8(ascii: "F"): -1
      case UInt8(ascii: "0")...UInt8(ascii: "2"): Int8(character - UInt8(ascii: "0"))
      default: .max
      }
    }
    guard dimensions.count == 9, !dimensions.contains(.max) else { return nil }
    self.dimensions = dimensions
  }

  /// Creates the matrix of geometries that share no points.
  package init() { dimensions = [-1, -1, -1, -1, -1, -1, -1, -1, 2] }

  /// The dimension of the intersection of `first` and `second`; -1 when it is empty.
  public package(set) subscript(_ first: Location, _ second: Location) -> Int {
    get { Int(dimensions[first.rawValue * 3 + second.rawValue]) }
    set { dimensions[first.rawValue * 3 + second.rawValue] = Int8(newValue) }
  }

  /// The matrix of the two geometries in the other order.
  ///
  /// - Complexity: Constant.
  public var transposed: IntersectionMatrix {
    var result = self
    for first in Location.allCases {
      for second in Location.allCases { result[second, first] = self[first, second] }
    }
    return result
  }

  /// Whether the matrix fits a pattern of nine characters: `T` (any dimension), `F` (empty), `*`, `0`, `1`, `2`.
  ///
  /// - Throws: ``GeometryError`` with code `invalidArgument` for another pattern.
  public func matches(_ pattern: String) throws(GeometryError) -> Bool {
    let wanted = Array(pattern.utf8)
    var fits = wanted.count == 9
    var isPattern = fits
    for (index, character) in wanted.enumerated() where isPattern {
      let dimension = dimensions[index]
      switch character {
      case UInt8(ascii: "T"), UInt8(ascii: "t"): fits = fits && dimension >= 0
      case UInt8(ascii: "F"), UInt8(ascii: "f"): fits = fits && dimension < 0
      case UInt8(ascii: "*"): break
      case UInt8(ascii: "0")...UInt8(ascii: "2"):
        fits = fits && dimension == Int8(character - UInt8(ascii: "0"))
      default: isPattern = false
      }
    }
    guard isPattern else {
      throw GeometryError(
        .invalidArgument,
        "'\(pattern)' is not a pattern of a relation: give nine characters, each T, F, *, 0, 1 or 2."
      )
    }
    return fits
  }
}

extension IntersectionMatrix: CustomStringConvertible {
  /// The nine characters, row by row.
  public var description: String { dimensions.map { $0 < 0 ? "F" : "\($0)" }.joined() }
}

// The definitions of the named predicates in OGC's Simple Features.

extension IntersectionMatrix {
  var isDisjoint: Bool {
    self[.interior, .interior] < 0 && self[.interior, .boundary] < 0
      && self[.boundary, .interior] < 0 && self[.boundary, .boundary] < 0
  }

  package var covers: Bool {
    !isDisjoint && self[.exterior, .interior] < 0 && self[.exterior, .boundary] < 0
  }

  package var contains: Bool { self[.interior, .interior] >= 0 && covers }

  package func touches(_ first: Int, _ second: Int) -> Bool {
    !(first == 0 && second == 0) && self[.interior, .interior] < 0 && !isDisjoint
  }

  package func crosses(_ first: Int, _ second: Int) -> Bool {
    let shared = self[.interior, .interior]
    if first < second { return shared >= 0 && self[.interior, .exterior] >= 0 }
    if first > second { return shared >= 0 && self[.exterior, .interior] >= 0 }
    return first == 1 && shared == 0
  }

  package func overlaps(_ first: Int, _ second: Int) -> Bool {
    guard first == second, first >= 0 else { return false }
    let shared = self[.interior, .interior]
    return (first == 1 ? shared == 1 : shared >= 0) && self[.interior, .exterior] >= 0
      && self[.exterior, .interior] >= 0
  }

  package func equals(_ first: Int, _ second: Int) -> Bool {
    first == second && self[.interior, .interior] >= 0 && self[.interior, .exterior] < 0
      && self[.boundary, .exterior] < 0 && self[.exterior, .interior] < 0
      && self[.exterior, .boundary] < 0
  }
}
