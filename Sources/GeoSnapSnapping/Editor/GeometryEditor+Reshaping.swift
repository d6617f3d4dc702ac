extension GeometryEditor {
  /// Gives what is edited another shape in one step, as somebody has drawn it elsewhere.
  ///
  /// What is alike at the beginning and at the end stays. Vertices between move to their new places, and others are
  /// added or taken out. So ``movesSharedVertices`` takes along what shares those that move, and what was wrong before
  /// and has not moved is a warning.
  ///
  /// A vertex is at exactly the place that the geometry has for it. One that is new or moved joins what the rules let
  /// it join there, such as a segment that it lies on, whatever ``settings`` say. A height or a measure that the
  /// geometry does not have stays; a new vertex gets one between its neighbours'.
  ///
  /// What is wrong with the shape is told by ``problems()``: an empty geometry, a NaN, parts where one is wanted.
  ///
  /// - Parameters:
  ///   - geometry: The shape; a single one of a multi type, or the other way round, will do.
  ///   - tolerance: How near a vertex is to what it joins, in coordinate units, such as the tolerance of the topology.
  /// - Throws: ``GeometryEditorError`` with code `notStarted`, `dragging`, `mixedSpatialReferences` when the geometry
  ///   declares another system than the network, or `unsupportedType` for a collection and for a geometry of another
  ///   dimension.
  /// - Complexity: Linear in the vertices of both shapes, and for each that has changed as
  ///   ``Snapper/snap(at:tolerance:role:editing:sketch:previous:)``; for each that is added linear in its part.
  public func reshape(
    to geometry: Geometry,
    joiningWithin tolerance: Double = 0
  ) throws(GeometryEditorError) {
    let session = try current()
    try session.checkNotDragging()
    if let own = geometry.srid, let other = scene.network.srid, own != other {
      throw GeometryEditorError(
        .mixedSpatialReferences,
        "The geometry is in EPSG:\(own), the network in EPSG:\(other): transform it first."
      )
    }
    let snapper = session.rules.map { rules in
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
    try change { session throws(GeometryEditorError) in
      try session.reshape(to: geometry, snapper)
    }
  }
}
