extension GeometryEditor {
  /// Gives the edited feature a shape from elsewhere, such as another program, in one step.
  ///
  /// Equal vertices at the beginning and at the end stay, those between them move, and others are added or deleted.
  /// With ``movesSharedVertices``, shared vertices move along; existing problems that did not move are warnings.
  ///
  /// Vertices have exactly the geometry's coordinates. New or moved ones connect to features at their place as the
  /// rules allow, independently of ``settings``. Missing heights and measures stay, or are interpolated for a new
  /// vertex.
  ///
  /// The function ``problems()`` reports problems of the shape, such as an empty geometry, a NaN or surplus parts.
  ///
  /// - Parameters:
  ///   - geometry: The shape; a single type is valid for a multi type and vice versa.
  ///   - tolerance: The distance within which a vertex connects, in coordinate units, such as the topology's
  ///     tolerance.
  /// - Throws: ``GeometryEditorError`` with code `notStarted`, `dragging`, `mixedSpatialReferences` when the geometry
  ///   declares another system than the network, or `unsupportedType` for a collection and for a geometry of another
  ///   dimension.
  /// - Complexity: Linear in the vertices of both shapes, plus a snap for each changed one, and its part if added.
  public func reshape(
    to geometry: Geometry,
    joiningWithin tolerance: Double = 0
  ) throws(GeometryEditorError) {
    let ongoing = try current()
    try ongoing.checkNotDragging()
    try checkSystem(of: geometry)
    let snapper = ongoing.rules.map { rules in
      var settings = SnapSettings()
      settings.isEnabled = true
      settings.snapsToGeometryGuides = false
      settings.kinds = .standard.union(SnapKinds(kinds: [.intersection]))
      settings.tolerance = .mapUnits(tolerance)
      settings.syncSourceSettings(
        with: scene.map,
        of: scene.network.base,
        rules: rules,
        enabling: .setFromRules
      )
      return Snapper(scene, settings: settings, rules: rules)
    }
    try change { ongoing throws(GeometryEditorError) in
      try ongoing.reshape(to: geometry, snapper)
    }
  }
}
