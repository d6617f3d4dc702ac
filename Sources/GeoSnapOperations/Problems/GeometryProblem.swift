/// A problem of a geometry, with its location.
public struct GeometryProblem: Hashable, Sendable {
  /// The kind of problem; new kinds may be added in a minor release.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// An ordinate that is infinite, or NaN in x, y or z.
    case nonFiniteOrdinate
    /// A line of one coordinate, or a ring with fewer than four, or fewer than three without repeated ones.
    case tooFewPoints
    /// A ring whose last coordinate differs from its first.
    case unclosedRing
    /// A line of equal coordinates.
    case zeroLengthLine
    /// A vertex that repeats x, y and z of the one before it.
    case repeatedVertex
    /// A vertex at which a line or ring turns back exactly over itself.
    case spike
    /// A line that meets itself other than by closing.
    case selfIntersectingLine
    /// A ring that crosses or touches itself.
    case selfIntersectingRing
    /// Rings of one polygon that cross or overlap along a line.
    case crossingRings
    /// A hole outside the exterior ring of its polygon.
    case holeOutsideShell
    /// A hole within another hole.
    case nestedHoles
    /// Rings that touch so often that they divide the inside of their polygon.
    case disconnectedInterior
    /// Polygons of one multi polygon that overlap or share a piece of their boundaries.
    case overlappingParts
    /// A part that appears twice, in either direction.
    case duplicatePart
    /// Several parts where one is expected.
    case multipart
    /// A ring in the direction that is not expected.
    case ringOrientation

    /// Whether it makes an area or line invalid in OGC's sense; a spike does in rings only.
    package var makesInvalid: Bool {
      switch self {
      case .nonFiniteOrdinate, .tooFewPoints, .unclosedRing, .zeroLengthLine, .spike,
        .selfIntersectingRing, .crossingRings, .holeOutsideShell, .nestedHoles,
        .disconnectedInterior, .overlappingParts:
        true
      case .repeatedVertex, .selfIntersectingLine, .duplicatePart, .multipart, .ringOrientation:
        false
      }
    }
  }

  /// The kind of problem.
  public let kind: Kind
  /// The location; its ordinates may be NaN when the problem is an ordinate that is not finite.
  public let location: Coordinate
  /// The point, line or polygon, counted from 0 over all members.
  public let part: Int
  /// The ring of that polygon, 0 for the exterior; nil for other parts and for problems of a whole polygon.
  public let ring: Int?

  package init(_ kind: Kind, at location: Coordinate, part: Int, ring: Int? = nil) {
    self.kind = kind
    self.location = location
    self.part = part
    self.ring = ring
  }
}

extension GeometryProblem: CustomStringConvertible {
  /// A line such as `selfIntersectingRing at (5 5), part 0, ring 1`.
  public var description: String {
    let ring = ring.map { ", ring \($0)" } ?? ""
    return "\(kind.rawValue) at (\(location)), part \(part)\(ring)"
  }
}

/// The properties that a geometry should have in addition to being valid.
public struct GeometryExpectations: Hashable, Sendable {
  package var allowsMultipart: Bool
  package var allowsSelfIntersectingLines: Bool
  package var allowsRepeatedVertices: Bool
  package var exteriorRings: RingDirection?
  package var limit: Int

  /// Creates expectations; the defaults are those of network editors for one feature, but allow several parts and any
  /// direction of rings, on which their formats differ.
  ///
  /// Without permission, several parts are a problem, and so are lines that meet themselves and vertices that repeat
  /// the one before. `exteriorRings` is the direction of exterior rings, opposite to holes; nil accepts both. The
  /// search ends with `limit` problems.
  public init(
    allowsMultipart: Bool = true,
    allowsSelfIntersectingLines: Bool = false,
    allowsRepeatedVertices: Bool = false,
    exteriorRings: RingDirection? = nil,
    limit: Int = 10_000
  ) {
    self.allowsMultipart = allowsMultipart
    self.allowsSelfIntersectingLines = allowsSelfIntersectingLines
    self.allowsRepeatedVertices = allowsRepeatedVertices
    self.exteriorRings = exteriorRings
    self.limit = limit
  }

  /// Reports only problems that make a geometry invalid in OGC's sense, duplicate parts and spikes.
  public static let ogc = GeometryExpectations(
    allowsSelfIntersectingLines: true,
    allowsRepeatedVertices: true
  )
}

extension Geometry {
  /// All problems of the geometry, in stored order of its parts; empty when there are none.
  ///
  /// ``validityProblem()`` returns GEOS's first reason; this returns all, decided with exact arithmetic. A geometry
  /// without a problem of a kind that makes it invalid is valid in OGC's sense. Repairing one problem may reveal
  /// another: rings that cross are not tested for nesting, and parts with ordinates that are not finite not for their
  /// course.
  ///
  /// ```swift
  /// let bowtie = try Geometry(wkt: "POLYGON ((0 0, 4 4, 4 0, 0 4, 0 0))")
  /// bowtie.problems()  // -> [selfIntersectingRing at (2.0 2.0), part 0, ring 0]
  /// let pair = try Geometry(wkt: "MULTILINESTRING ((0 0, 1 0), (1 0, 0 0))")
  /// pair.problems(GeometryExpectations(allowsMultipart: false)).map(\.kind)  // -> [multipart, duplicatePart]
  /// ```
  ///
  /// - Returns: The problems, each location once for each kind, part and ring.
  /// - Units: There is no tolerance; locations are in coordinate units.
  /// - Z and M: They count for being finite and for repeated vertices only.
  /// - Errors: Ordinates that are not finite are problems too.
  /// - Complexity: O(n log n + k) in the coordinates, for k pairs of segments over the same stretch of the extent's
  ///   longer side; also O(h²) comparisons of envelopes for h holes of one polygon, or h parts.
  /// - Source: A sweep with Shewchuk's exact orientation; the rules are those of OGC 06-103r4, 6.1.11 and 6.1.14, and
  ///   of `GEOSisValidDetail`.
  public func problems(
    _ expectations: GeometryExpectations = GeometryExpectations()
  ) -> [GeometryProblem] {
    UncheckedGeometry(self).problems(expectations)
  }
}

extension UncheckedGeometry {
  /// All problems of the geometry, as ``Geometry/problems(_:)``.
  ///
  /// An open ring is tested as if it were closed.
  ///
  /// ```swift
  /// let open = UncheckedGeometry(line: [Coordinate(x: 1, y: 2)])
  /// open.problems()  // -> [tooFewPoints at (1.0 2.0), part 0]
  /// ```
  ///
  /// - Complexity: As ``Geometry/problems(_:)``.
  public func problems(
    _ expectations: GeometryExpectations = GeometryExpectations()
  ) -> [GeometryProblem] {
    var finder = ProblemFinder(expectations)
    finder.visit(value)
    finder.findDuplicates(value)
    return finder.problems
  }
}
