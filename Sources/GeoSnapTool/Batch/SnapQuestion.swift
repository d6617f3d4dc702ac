import GeoSnap

/// Snaps each point: one row per point, snapped or not.
struct SnapQuestion: BatchQuestion {
  let snapper: Snapper
  let tolerance: Double
  let role: SnapRole
  let edited: FeatureID?
  let output: SnapOutput

  let columns =
    [
      AttributeField("state", .text), AttributeField("x", .real), AttributeField("y", .real),
      AttributeField("z", .real), AttributeField("distance", .real),
    ] + FeatureColumns.all + [
      AttributeField("kind", .text), AttributeField("part", .integer),
      AttributeField("vertex", .integer), AttributeField("fraction", .real),
      AttributeField("insertVertex", .integer), AttributeField("rule", .integer),
      AttributeField("because", .text),
    ]

  func answer(_ points: PointBlock, into sink: inout some RowSink) throws {
    let matches = try snapper.snap(
      atEach: points.places,
      tolerance: tolerance,
      role: role,
      editing: edited
    )
    let found = matches.compactMap { $0?.place.feature }
    let features = FoundFeatures(found, of: snapper.scene.network, for: sink)
    var position = 0
    var reasons: [SnapPermission: String] = [:]
    for (point, match) in matches.enumerated() {
      guard let match, match.place.feature != nil else {
        sink.beginRow(point: point, at: points.places[point])
        sink.append("unsnapped")
        for _ in 1..<columns.count { sink.appendNull() }
        sink.endRow()
        continue
      }
      let place = match.place
      sink.beginRow(point: point, at: place.location)
      sink.append("snapped")
      sink.append(place.location.x)
      sink.append(place.location.y)
      sink.append(place.z)
      sink.append(place.distance)
      features.append(position, to: &sink)
      position += 1
      sink.append(place.kind.group)
      sink.append(place.part)
      sink.append(place.vertex)
      sink.append(place.fraction)
      sink.append(match.insertsVertex)
      if case .rule(let id) = match.permission { sink.append(id) } else { sink.appendNull() }
      let reason = reasons[match.permission] ?? output.network.reason(of: match)
      reasons[match.permission] = reason
      sink.append(reason)
      sink.endRow()
    }
  }
}
