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
    public var makesInvalid: Bool {
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

  /// Creates a problem.
  public init(_ kind: Kind, at location: Coordinate, part: Int, ring: Int? = nil) {
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
