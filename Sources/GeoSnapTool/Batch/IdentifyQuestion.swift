import GeoSnap

/// Identifies features at each point: one row for each hit, and one for a point without hits.
struct IdentifyQuestion: BatchQuestion {
  let index: NetworkIndex
  /// The request, without the place.
  let request: IdentifyRequest
  let isNearestOnly: Bool

  let columns =
    [
      AttributeField("point", .integer), AttributeField("rank", .integer),
      AttributeField("distance", .real), AttributeField("x", .real), AttributeField("y", .real),
      AttributeField("z", .real),
    ] + FeatureColumns.all

  func answer(_ points: PointBlock, into sink: inout some RowSink) {
    let answers = index.identify(atEach: points.places, as: request)
    let features = FoundFeatures(answers.hits.map(\.feature), of: index.network, for: sink)
    for (point, hits) in answers.enumerated() {
      if hits.isEmpty {
        begin(point, points, &sink)
        for _ in 1..<columns.count { sink.appendNull() }
        sink.endRow()
      } else if isNearestOnly {
        // Of hits at the same distance, the first in the order of identify.
        guard
          let nearest = hits.indices.min(by: { hits[$0].distance < hits[$1].distance })
        else { continue }
        begin(point, points, &sink)
        append(hits[nearest], rank: 1, to: &sink)
        features.append(nearest, to: &sink)
        sink.endRow()
      } else {
        for position in hits.indices {
          begin(point, points, &sink)
          append(hits[position], rank: position - hits.startIndex + 1, to: &sink)
          features.append(position, to: &sink)
          sink.endRow()
        }
      }
    }
  }

  private func begin(_ point: Int, _ points: PointBlock, _ sink: inout some RowSink) {
    sink.beginRow(point: point, at: points.places[point])
    sink.append(points.number(of: point))
  }

  private func append(_ hit: IdentifyHit, rank: Int, to sink: inout some RowSink) {
    sink.append(rank)
    sink.append(hit.distance)
    sink.append(hit.location.x)
    sink.append(hit.location.y)
    sink.append(hit.z)
  }
}
