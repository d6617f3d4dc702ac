extension SnapScene {
  /// The geometry of a feature in the scene or, while it is hidden, in the network; nil when there is none.
  func currentGeometry(of subject: EditSubject) -> Geometry? {
    switch subject {
    case .feature(let feature):
      guard network.base.tables.indices.contains(Int(feature.table)),
        (0..<network.rowCount(table: Int(feature.table))).contains(Int(feature.row))
      else { return nil }
      return ordinal(of: .feature(feature)).flatMap { geometry(of: $0) }
        ?? network.geometry(of: feature)
    case .pending(let number):
      return ordinal(of: .pending(number)).flatMap { geometry(of: $0) }
    case .creation, .sketch: return nil
    }
  }

  func hiding(_ subject: EditSubject) throws(IndexError) -> SnapScene {
    var scene = self
    switch subject {
    case .feature(let feature):
      // A feature that was moved before has two places: in the network and in the scene.
      try scene.show(feature)
      try scene.hide(feature)
    case .pending(let number): try scene.removePending(number)
    case .creation, .sketch: break
    }
    return scene
  }

  /// The scene of the same network with the same edits and another map.
  func showing(_ map: SnapMap) throws(IndexError) -> SnapScene {
    var scene = try SnapScene(index, map: map)
    for feature in hidden { try scene.hide(feature) }
    for extra in extras where !extra.isRemoved {
      guard case .feature(let feature) = extra.target else { continue }
      try scene.move(feature, to: extra.geometry)
    }
    // With the same numbers, including gaps for removed features.
    for number in 0... {
      guard let extra = extras.last(where: { $0.target == .pending(number) }) else { return scene }
      let table = tableAndType(ofClass: extra.featureClass).table
      _ = try scene.add(extra.geometry, to: table, pending[number])
      if extra.isRemoved { try scene.removePending(number) }
    }
    return scene
  }

  func showing(
    _ geometry: Geometry,
    of ongoing: OngoingEdit,
    _ neighbours: [NeighbourEdit]
  ) throws(IndexError) -> (scene: SnapScene, target: SnapTarget?) {
    var scene = self
    var target: SnapTarget?
    switch ongoing.subject {
    case .feature(let feature):
      try scene.move(feature, to: geometry)
      target = .feature(feature)
    case .pending(let number):
      try scene.movePending(number, to: geometry)
      target = .pending(number)
    case .creation(let table, _):
      if let new = ongoing.new { target = .pending(try scene.add(geometry, to: table, new)) }
    case .sketch: break
    }
    for merge in ongoing.state.merges { try scene.hide(merge.feature) }
    return (try scene.moving(neighbours), target)
  }

  func moving(_ neighbours: [NeighbourEdit]) throws(IndexError) -> SnapScene {
    var scene = self
    for neighbour in neighbours {
      switch neighbour.target {
      case .feature(let feature): try scene.move(feature, to: neighbour.geometry)
      case .pending(let number): try scene.movePending(number, to: neighbour.geometry)
      case .graphic, .sketch, .grid: break
      }
    }
    return scene
  }

  /// The table and the asset type of a class of features; the last table for an overlay.
  func tableAndType(ofClass featureClass: Int32) -> (table: Int, assetType: AssetTypeID?) {
    let plain = Int(featureClass) - network.catalog.entries.count
    if plain >= 0 { return (min(plain, network.base.tables.count - 1), nil) }
    let id = network.catalog.entries[Int(featureClass)].id
    return (network.table(sourceID: id.sourceID) ?? 0, id)
  }

  /// Describes a feature, such as `Fitting / Tap (PipelineJunction, new feature 3)`.
  func words(for target: SnapTarget) -> String {
    switch target {
    case .feature(let feature): return network.describe(feature)
    case .pending(let number):
      guard let ordinal = ordinal(of: target) else { return "new feature \(number)" }
      let (table, id) = tableAndType(ofClass: featureClass(of: ordinal))
      let place = "\(network.base.tables[table].name), new feature \(number)"
      guard let (_, group, type) = id.flatMap({ network.assetType($0) }) else { return place }
      return "\(group.name) / \(type.name) (\(place))"
    case .graphic(let overlay, let index): return "\(map.overlays[overlay].name), graphic \(index)"
    case .sketch: return "the sketch"
    case .grid: return "the grid"
    }
  }
}
