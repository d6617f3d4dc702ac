import GeoSnap

extension NetworkReport {
  func writeContainers(to page: inout ReportPage) throws {
    let drawn = Self.largest(Self.mapLimit / 2, of: containers) { $0.content.count }
    page.begin("Containers", id: "containers")
    if containers.isEmpty { page.add("No container has content.") }
    page.add(
      ["Container", "Content", "Legible scale"],
      containers.enumerated().map { number, view in
        let title = features.line(view.container)
        let scale = network.base.isInDegrees ? nil : view.legibleView()?.scale
        return [
          drawn.contains(number)
            ? .link(title, to: .containers, id: Self.id(number)) : .text(title),
          .number(view.content.count),
          .measure(scale.map { "1:\(Int(min($0.rounded(), 1e15)).grouped)" } ?? ""),
        ]
      }
    )
    if drawn.count < containers.count {
      page.add("The \(drawn.count) with the most content have a map each.")
    }
    page.end()
    for number in containers.indices where drawn.contains(number) {
      let view = containers[number]
      page.begin(names.short(view.container), id: Self.id(number))
      try add(&page) { try MapSheet(of: index, named: name, [view]) }
      page.add(["Content"], view.content.map { [.text(features.line($0))] })
      page.end()
    }
    try writeAssociations(to: &page)
  }

  private static func id(_ number: Int) -> String { "container-\(number + 1)" }

  private func writeAssociations(to page: inout ReportPage) throws {
    page.begin("Associations", id: "associations")
    guard !network.associations.isEmpty else {
      page.add("There are no associations.")
      return page.end()
    }
    try add(&page) {
      try MapSheet(PictureFrame(), of: index, named: name, Array(network.associations))
    }
    func type(_ end: Association.End) -> String {
      network.feature(globalID: end.globalID).flatMap { index.network.assetTypeID(of: $0) }
        .map(features.path) ?? "a missing feature"
    }
    var counts: [[String]: Int] = [:]
    for association in network.associations {
      counts[[association.kind.name, type(association.from), type(association.to)], default: 0] += 1
    }
    page.add(
      ["Kind", "From", "To", "Associations"],
      counts.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        .map { key, count in key.map { .text($0) } + [.number(count)] }
    )
    page.end()
  }
}
