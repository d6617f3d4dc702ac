/// One thing that is wrong with a geometry, and where.
public struct GeometryProblem: Hashable, Sendable {
  /// What is wrong.
  ///
  /// New kinds may be added in a minor release.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// An ordinate that is infinite, or NaN in x, y or z.
    case nonFiniteOrdinate
    /// A line of one coordinate, or a ring with fewer than three different places in a row.
    case tooFewPoints
    /// A ring whose last coordinate is not its first.
    case unclosedRing
    /// A line all of whose coordinates are the same place.
    case zeroLengthLine
    /// A vertex at the same place as the one before it, and as high.
    case repeatedVertex
    /// A vertex at which a line or ring turns back exactly over itself.
    case spike
    /// A line that meets itself elsewhere than where it closes.
    case selfIntersectingLine
    /// A ring that crosses or touches itself.
    case selfIntersectingRing
    /// Rings of one polygon that cross or run along each other.
    case crossingRings
    /// A hole outside the exterior ring of its polygon.
    case holeOutsideShell
    /// A hole within another hole.
    case nestedHoles
    /// Rings that touch so often that they cut the inside of their polygon in two.
    case disconnectedInterior
    /// Polygons of one multi polygon that overlap or share a piece of their boundaries.
    case overlappingParts
    /// A part that is there twice, whichever way it runs.
    case duplicatePart
    /// Several parts where one is expected.
    case multipart
    /// A ring that runs the other way than expected.
    case ringOrientation

    /// Whether a geometry that has it is not valid in OGC's sense, of areas and lines.
    ///
    /// A spike counts in rings only.
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

  /// What is wrong.
  public let kind: Kind
  /// Where; its ordinates may be NaN when the problem is one that is not finite.
  public let location: Coordinate
  /// The point, line or polygon, counted from 0 through all members.
  public let part: Int
  /// The ring of that polygon, 0 for the exterior; nil when the part is no polygon, or all of it is meant.
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
