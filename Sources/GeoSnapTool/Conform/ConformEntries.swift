import GeoSnap

/// The report's entries for one piece, in JSON, each with a comma before it.
struct ConformEntries: Sendable {
  private(set) var moved: [UInt8] = []
  private(set) var unmoved: [UInt8] = []
  private(set) var counts = ConformCounts()

  /// Describes a piece.
  ///
  /// - `outcomes`: The result for each vertex.
  /// - `isListed`: Whether entries are written in addition to counts.
  init(
    _ piece: some ConformPiece,
    _ outcomes: [ConformOutcome],
    _ conformer: Conformer,
    isListed: Bool
  ) {
    let block = piece.block
    counts.features = block.count
    counts.vertices = block.places.count
    for feature in 0..<block.count {
      let id = isListed ? piece.id(of: feature) : []
      if let reason = conformer.reason(for: block.shapes[feature]) {
        count(reason)
        if isListed { append(reason, id, "") }
        continue
      }
      for (part, vertices) in block.parts(of: feature).enumerated() {
        for vertex in vertices {
          let place = isListed ? ",\"part\":\(part),\"vertex\":\(vertex - vertices.lowerBound)" : ""
          switch outcomes[vertex] {
          case .moved(let match):
            counts.moved += 1
            counts.greatestDistance = max(counts.greatestDistance, match.place.distance)
            guard isListed else { continue }
            let heights = (
              block.heights[vertex], outcomes[vertex].height(from: block.heights[vertex])
            )
            append(match, id, place, block.places[vertex], heights, conformer)
          case .kept(let reason):
            count(reason)
            let kept = block.places[vertex]
            if abs(kept.x) > 180 || abs(kept.y) > 90 { counts.fitsDegrees = false }
            if isListed { append(reason, id, place) }
          case .held: continue
          }
        }
      }
    }
  }

  private mutating func count(_ reason: ConformReason) {
    counts.unmoved[reason.name, default: 0] += 1
  }

  private mutating func append(_ reason: ConformReason, _ id: [UInt8], _ place: String) {
    unmoved += ",\n{\"id\":".utf8
    unmoved += id
    unmoved += "\(place),\"reason\":\"\(reason.name)\"}".utf8
  }

  private mutating func append(
    _ match: SnapMatch,
    _ id: [UInt8],
    _ place: String,
    _ from: Coordinate,
    _ heights: (from: Double, to: Double),
    _ conformer: Conformer
  ) {
    func position(_ place: Coordinate, _ height: Double) -> String {
      height.isNaN ? "[\(place.x),\(place.y)]" : "[\(place.x),\(place.y),\(height)]"
    }
    let target = match.place
    let rule: (id: String, reason: String) =
      switch match.permission {
      case .rule(let id): ("\(id)", "rule")
      case .sameAssetType: ("null", "sameAssetType")
      case .unruled: ("null", "unruled")
      }
    moved += ",\n{\"id\":".utf8
    moved += id
    moved +=
      """
      \(place),"from":\(position(from, heights.from)),"to":\(position(target.location, heights.to)),\
      "distance":\(target.distance),"rule":\(rule.id),"because":"\(rule.reason)",\
      "kind":"\(target.kind.name)","insertVertex":\(match.insertsVertex),\
      "splitLine":\(match.splitsLine)
      """.utf8
    if let feature = target.feature {
      let network = conformer.snapper.scene.network
      moved += ",\"source\":".utf8
      moved.appendJSON(network.base.tables[Int(feature.table)].name)
      moved += ",\"row\":\(network.rowID(of: feature) ?? 0),\"globalID\":".utf8
      if let globalID = network.globalID(of: feature) {
        moved.appendJSON(globalID.description)
      } else {
        moved += "null".utf8
      }
    }
    moved.append(UInt8(ascii: "}"))
  }
}
