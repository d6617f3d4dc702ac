internal import GeoSnapSupport

extension OngoingEdit {
  /// The features that share vertices with the edited one, with these vertices moved along, in the order of ordinals.
  ///
  /// Shared vertices have the same place and, if both have one, the same height; of two edited ones, the first moved
  /// one counts. Features of layers that are not visible in `view` do not move.
  func neighbours(in scene: SnapScene, _ view: SnapView?) -> [NeighbourEdit] {
    let originals = initialShape.parts.flatMap { $0 }
    let isShown = shown(in: scene, view)
    var shapes: [Int32: EditorShape] = [:]
    var moved: Set<SegmentKey> = []
    for vertex in state.shape.parts.flatMap({ $0 }) where vertex.original >= 0 {
      let old = originals[Int(vertex.original)]
      guard vertex != old, old.place.isIndexable else { continue }
      var hits: [VertexHit] = []
      scene.features.forEachVertex(within: 0, of: old.place) { hits.append($0) }
      for hit in hits where isShown(hit.feature) {
        let shared = SegmentKey(layer: 0, feature: hit.feature, part: hit.part, vertex: hit.vertex)
        guard !moved.contains(shared), let geometry = scene.geometry(of: hit.feature) else {
          continue
        }
        // A geometry that cannot be edited, such as a collection, does not move along.
        guard var shape = shapes[hit.feature] ?? (try? EditorShape(geometry)) else { continue }
        let (part, number) = (Int(hit.part), Int(hit.vertex))
        let haveHeights = shape.hasZ && state.shape.hasZ
        guard haveHeights ? shape.vertex(part, number)?.z == old.z : vertex.place != old.place
        else { continue }
        try? shape.move(part, number, to: vertex.place, z: haveHeights ? vertex.z : nil)
        moved.insert(shared)
        shapes[hit.feature] = shape
      }
    }
    return Array(shapes.keys).ordered(by: <).compactMap { ordinal in
      shapes[ordinal]?.geometry.map {
        NeighbourEdit(target: scene.target(of: ordinal), geometry: $0)
      }
    }
  }

  /// Whether features are in the layers that are visible in a view.
  private func shown(in scene: SnapScene, _ view: SnapView?) -> (Int32) -> Bool {
    var filters: [Int32: [Int32]] = [:]
    for state in SnapSourceState.states(of: scene, SnapSettings(), in: view)
    where state.isVisible && state.isInScale {
      for featureClass in state.classes where featureClass < scene.overlayClass(0) {
        filters[featureClass, default: []].append(state.filter)
      }
    }
    return { ordinal in
      filters[scene.featureClass(of: ordinal)]?
        .contains { $0 < 0 || scene.shows(ordinal, filter: $0) } ?? false
    }
  }

  /// The part of an area outside the areas of some layers, visible or not; other geometries stay unchanged.
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
    GeometryEditorError([EditProblem(code: .overlap, message: message)])
  }
}
