import GeoSnap

extension NetworkReport {
  /// The distances from the controllers of the largest subnetwork, with the path and the feed of the farthest feature.
  func writeReach(to page: inout ReportPage) throws {
    guard case .success(let report) = subnetworks,
      let largest = report.subnetworks.max(by: { $0.elements.count < $1.elements.count }),
      !largest.controllers.isEmpty
    else {
      page.begin("Paths and distances", id: "distances")
      page.add("No subnetwork has controllers to measure from.")
      return page.end()
    }
    let starts = largest.controllers.map { TraceLocation($0.feature) }
    page.begin("Distances in \(largest.name)", id: "distances")
    guard let cost = costAttribute else {
      page.add("The network has no attribute such as Length that adds up along lines.")
      return page.end()
    }
    let distances: [Topology.Distance]
    do throws(TraceError) {
      distances = try topology.distances(from: starts, cost: cost)
    } catch {
      try Task.checkCancellation()
      page.add("Distances cannot be measured. \(error.message)")
      return page.end()
    }
    page.add(
      "From the controllers of the largest subnetwork to all that is reached, by \(cost): geosnap distances."
    )
    try add(&page) {
      try MapSheet(of: index, named: name, topology, from: starts, distances, by: cost)
    }
    let farthest = distances.filter { network.geometry(of: $0.feature) != nil }
      .sorted {
        ($1.value, $0.feature.table, $0.feature.row) < ($0.value, $1.feature.table, $1.feature.row)
      }
    page.add(
      ["Farthest features", cost],
      farthest.prefix(10).map { [.text(features.line($0.feature)), .measure(plain($0.value))] }
    )
    page.end()
    guard let end = farthest.first.map({ TraceLocation($0.feature) }) else { return }
    try writeWay(from: starts[0], to: end, to: &page)
    try writeFeed(of: end, to: &page)
  }

  /// The attribute with the lengths of lines; nil when the network has none.
  private var costAttribute: String? {
    let attributes = network.definition.networkAttributes
    return
      (attributes.first { $0.name.lowercased().contains("length") }
      ?? attributes.first { $0.isApportionable && $0.domainName == nil })?.name
  }

  private func writeWay(
    from start: TraceLocation,
    to end: TraceLocation,
    to page: inout ReportPage
  ) throws {
    page.begin("The path to the farthest feature", id: "way")
    page.add(
      "From \(features.line(start.feature)) to \(features.line(end.feature)): geosnap why."
    )
    let answer: WhyAnswer
    do throws(TraceError) {
      answer = try topology.why(from: start, to: end)
    } catch {
      try Task.checkCancellation()
      page.add("The path cannot be found. \(error.message)")
      return page.end()
    }
    try add(&page) {
      try MapSheet(of: index, named: name, topology, from: (start, end), answer)
    }
    page.end()
  }

  private func writeFeed(of end: TraceLocation, to page: inout ReportPage) throws {
    page.begin("What feeds the farthest feature", id: "feed")
    page.add("Upstream of \(features.line(end.feature)): geosnap trace --type upstream.")
    var parameters = TraceParameters(.upstream, from: [end])
    let terminals = topology.nodes(of: end.feature)
    if terminals.count > 1 {
      parameters.starts[0].terminalID = topology.terminal(ofNode: terminals.lowerBound)?.id
    }
    let result: TraceResult
    do throws(TraceError) {
      result = try topology.trace(parameters)
    } catch {
      try Task.checkCancellation()
      page.add("It cannot be traced. \(error.message)")
      return page.end()
    }
    try add(&page) { try MapSheet(of: index, named: name, parameters, result) }
    page.end()
  }
}
