/// The jobs of a pointer over a network made of a workload, with rules on.
enum PointerJob: String, CaseIterable {
  /// The index's own answer with the same radius: the nearest segment of a line within 5 m.
  case pointerEdge
  /// The place to snap to among all kinds but intersections, with rules, layers and a sketch.
  case pointerMove
  /// The same, and all that is worked out when asked for: z, m, fraction, source, terminals.
  case pointerMoveWhole
  /// The second with intersections.
  case pointerMoveCrossings
  /// The second along a path, each answer knowing the one before.
  case pointerPath
}
