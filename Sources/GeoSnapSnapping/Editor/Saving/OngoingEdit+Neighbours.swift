internal import GeoSnapSupport

extension OngoingEdit {
  /// The features that share vertices with the edited one, with these vertices moved along, in the order of ordinals.
  ///
  /// Shared vertices have the same place and, if both have one, the same height; of two edited ones, the first moved
  /// one counts. Features of layers that are not visible in `view` do not move.
  func neighbours(in scene: SnapScene, _ view: SnapView?)
    -> [NeighbourEdit]
  {
    let originals = initialShape.parts.flatMap { $0 }
    let shown = shownLayers(of: scene, view)
    var shapes: [Int32: EditorShape] = [:]
    var moved: Set<SegmentKey> = []
    for vertex in state.shape.parts.flatMap({ $0 }) where vertex.original >= 0 {
      let old = originals[Int(vertex.original)]
      guard vertex != old, old.place.isIndexable else { continue }
      var hits: [VertexHit] = []
      scene.features.forEachVertex(within: 0, of: old.place) { hits.append($0) }
      for hit in hits where shown.shows(hit.feature, in: scene) {
        let shared = SegmentKey(
          layer: 0,
          feature: hit.feature,
          part: hit.part,
          vertex: hit.vertex
        )
        guard !moved.contains(shared), let geometry = scene.geometry(of: hit.feature) else {
          continue
        }
        // A geometry that cannot be edited, such as a collection, does not move along.
        guard var shape = shapes[hit.feature] ?? (try? EditorShape(geometry)) else { continue }
        let (part, number) = (Int(hit.part), Int(hit.vertex))
        let haveHeights = shape.hasZ && state.shape.hasZ
        guard haveHeights ? shape.vertex(part, number)?.z == old.z : vertex.place != old.place
        else {
          continue
        }
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

  private func shownLayers(of scene: SnapScene, _ view: SnapView?) -> ShownLayers {
    var filters: [Int32: [Int32]] = [:]
    for state in SnapSourceState.states(of: scene, SnapSettings(), in: view)
    where state.isVisible && state.isInScale {
      for featureClass in state.classes { filters[featureClass, default: []].append(state.filter) }
    }
    let graphics = scene.overlayClass(0)
    return ShownLayers(filters: filters.filter { $0.key < graphics })
  }
}

/// The features in the visible layers of a map.
private struct ShownLayers {
  /// For each class of a visible layer, the filters of such layers; -1 for none.
  let filters: [Int32: [Int32]]

  func shows(_ ordinal: Int32, in scene: SnapScene) -> Bool {
    filters[scene.featureClass(of: ordinal)]?
      .contains { $0 < 0 || scene.shows(ordinal, filter: $0) } ?? false
  }
}
