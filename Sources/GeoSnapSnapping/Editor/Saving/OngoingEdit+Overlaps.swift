extension OngoingEdit {
  /// The part of an area outside the areas of some layers, visible or not; other geometries stay unchanged.
  ///
  /// - Throws: ``GeometryEditorError`` with code `invalid` when nothing remains, when an area for a single part would
  ///   have several, or when GEOS refuses an area.
  func withoutOverlaps(
    _ geometry: Geometry,
    with layers: Set<String>,
    in scene: SnapScene
  ) throws(GeometryEditorError) -> Geometry {
    guard !layers.isEmpty, geometry.type.dimension == 2, let envelope = geometry.envelope else {
      return geometry
    }
    let classes = Set(
      SnapSourceState.states(of: scene, SnapSettings(), in: nil)
        .filter { layers.contains($0.name) }.flatMap(\.classes)
    )
    var left = geometry
    for ordinal in scene.features.features(intersecting: envelope)
    where classes.contains(scene.featureClass(of: ordinal)) {
      guard let other = scene.geometry(of: ordinal), other.type.dimension == 2 else { continue }
      do throws(GeometryError) {
        left = try left.difference(other)
      } catch {
        throw .overlap(
          "The overlap with another area cannot be cut off: \(error.message) Fix both areas first."
        )
      }
    }
    guard !left.isEmpty else {
      throw .overlap(
        "Areas that this area must not overlap cover it completely. Draw it beside them."
      )
    }
    guard geometry.type == .multiPolygon || left.type == .polygon else {
      throw .overlap(
        "Areas that this area must not overlap cut it into several parts. Draw it on one side of them."
      )
    }
    return left
  }
}

extension GeometryEditorError {
  fileprivate static func overlap(_ message: String) -> GeometryEditorError {
    GeometryEditorError([EditProblem(.overlap, message)])
  }
}
