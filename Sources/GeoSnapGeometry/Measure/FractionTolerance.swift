/// The distance from a line within which a coordinate has a location along it.
public enum FractionTolerance: Hashable, Sendable {
  /// At most this planar distance, in coordinate units.
  case within(Double)
  /// Any distance.
  case unlimited
  /// Any distance, but not beyond an end of the line: Esri's tolerance -1.
  ///
  /// A coordinate lies beyond an end when its nearest location is that end and it projects outside the first or last
  /// segment of positive length. The ends of a multi line are the start of its first part and the end of its last, so
  /// gaps between parts lie between the ends. A closed line has no ends. On a line of zero length only its own
  /// position lies between the ends.
  case betweenEnds
}
