import GeoSnap

extension NetworkReport {
  /// The isolation segments.
  func writeSegments(to page: inout ReportPage) throws {
    page.begin("Segments between valves", id: "segments")
    switch segments {
    case .failure(let error): page.add("The network cannot be divided. \(error.message)")
    case .success(let segments):
      page.add(
        "Each segment can be shut off as a whole. All devices count as conducting, whatever their status: geosnap segments --ignore-status."
      )
      try add(&page) { try MapSheet(of: index, named: name, topology, segments) }
      page.add(
        ["Segment", "Features", "Length", "Valves"],
        segments.enumerated().map { number, segment in
          let members = segment.elements.features
          return [
            .text("\(number + 1)"), .number(members.count), .measure(length(of: members)),
            .text(segment.valves.map(names.short).joined(separator: ", ")),
          ]
        }
      )
    }
    page.end()
  }

  /// The planar length of the lines among some features.
  private func length(of members: [FeatureID]) -> String {
    let lengths = members.compactMap { network.geometry(of: $0) }
      .filter { $0.type.dimension == 1 }.map(\.length)
    return lengths.isEmpty
      ? "" : MapDecoration.length(lengths.reduce(0, +), unit: network.unitName, digits: 4)
  }
}
