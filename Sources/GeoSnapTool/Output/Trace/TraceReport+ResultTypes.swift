import ArgumentParser
import GeoSnap

/// A result that a trace can return in addition to its elements and features.
enum TraceResultType: String, CaseIterable, ExpressibleByArgument {
  case geometry
  case connectivity
  case associations
}

extension TraceReport {
  /// Writes the requested results in addition to elements and features.
  func write(
    _ types: Set<TraceResultType>,
    _ stream: inout JSONStream,
    _ cut: inout ListCut
  ) throws {
    if types.contains(.geometry) { try writeGeometry(&stream) }
    if types.contains(.connectivity) { try writeConnectivity(&stream, &cut) }
    if types.contains(.associations) {
      let associations = cut.first(of: result.associations, "associations")
      try stream.objects("associations", associations) { stream, association in
        write(association, &stream)
      }
    }
  }

  private func writeGeometry(_ stream: inout JSONStream) throws {
    let geometry = try result.elements.aggregatedGeometry()
    // GeoJSON cannot hold measures.
    func json(_ geometry: Geometry) throws -> String { try geometry.removingM().geoJSON() }
    stream.key("aggregatedGeometry")
    stream.beginObject()
    stream.member("point", json: try geometry.points.map { try json(.multiPoint($0)) })
    stream.member("line", json: try geometry.lines.map { try json(.multiLineString($0)) })
    stream.member("polygon", json: try geometry.polygons.map { try json(.multiPolygon($0)) })
    stream.endObject()
  }

  private func writeConnectivity(_ stream: inout JSONStream, _ cut: inout ListCut) throws {
    let connectivity = cut.first(of: result.connectivity, "connectivity")
    try stream.objects("connectivity", connectivity) { stream, connection in
      stream.key("via")
      stream.beginObject()
      switch connection.via {
      case .edge(let element):
        stream.member("kind", "edge")
        stream.identity(element.feature, names)
        stream.member("positionFrom", element.positions?.lowerBound)
        stream.member("positionTo", element.positions?.upperBound)
      case .association(let association):
        stream.member("kind", "association")
        stream.member("globalID", association.globalID)
      case .within(let feature):
        stream.member("kind", "within")
        stream.identity(feature, names)
      }
      stream.endObject()
      for (key, end) in [("from", connection.from), ("to", connection.to)] {
        stream.key(key)
        stream.beginObject()
        stream.member("node", end.node)
        stream.member("globalID", end.element?.globalID.description)
        stream.member("origin", end.element.flatMap { names.network.origin(of: $0.feature) })
        stream.member("terminal", end.element?.terminal?.id)
        stream.endObject()
      }
    }
  }

  private func write(_ association: Association, _ stream: inout JSONStream) {
    stream.member("globalID", association.globalID)
    stream.member("kind", association.kind.name)
    for (key, end) in [("from", association.from), ("to", association.to)] {
      stream.key(key)
      stream.beginObject()
      stream.member("globalID", end.globalID)
      let feature = names.network.feature(globalID: end.globalID)
      stream.member("origin", feature.flatMap { names.network.origin(of: $0) })
      stream.member("terminal", end.terminalID)
      stream.endObject()
    }
  }
}
