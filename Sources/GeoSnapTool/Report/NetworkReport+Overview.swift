import GeoSnap

extension NetworkReport {
  /// The network as a whole, with its counts.
  func writeOverview(to page: inout ReportPage) throws {
    page.begin("At a glance", id: "glance")
    page.add(["What", "Count"], glance)
    if setAside > 0 {
      let rows = setAside == 1 ? "this row" : "these rows"
      page.add("This page and the other pages leave out \(rows).")
    }
    page.end()
    page.begin("Map", id: "map")
    try add(&page) { try MapSheet(PictureFrame(), of: index, named: name) }
    page.end()
    page.begin("Assets", id: "assets")
    page.add("Every asset type that has features, with the planar length of its lines.")
    page.add(["Source", "Asset group", "Asset type", "Features", "Length"], assets)
    page.end()
  }

  private var setAside: Int { network.setAside.count }

  private var glance: [[ReportPage.Cell]] {
    var rows: [[ReportPage.Cell]] = [
      [
        .text(network.srid.map { "Features, EPSG:\($0)" } ?? "Features, no reference system"),
        .number(network.featureCount),
      ]
    ]
    if case .success(let report) = subnetworks {
      let none = "Features in no subnetwork"
      rows += [
        [.link("Subnetworks", to: .subnetworks), .number(report.subnetworks.count)],
        [.link(none, to: .subnetworks, id: "disconnected"), .number(report.disconnected.count)],
      ]
    }
    if case .success(let segments) = segments {
      rows.append([.link("Segments", to: .segments), .number(segments.count)])
    }
    if setAside > 0 {
      let unread = "Rows that could not be read and are set aside"
      rows.append([.link(unread, to: .validation), .number(setAside)])
    }
    return rows + [
      [.link("Containers", to: .containers), .number(containers.count)],
      [
        .link("Associations", to: .containers, id: "associations"),
        .number(network.associations.count),
      ],
      [.text("Rules"), .number(network.rules.count)],
      [.link("Errors that validation found", to: .validation), .number(validation.errors.count)],
    ]
  }

  private var assets: [[ReportPage.Cell]] {
    network.base.tables.flatMap { table -> [[ReportPage.Cell]] in
      var types: [AssetTypeID?: (count: Int, length: Double)] = [:]
      for row in 0..<table.count {
        let type = table.assetTypeID(of: row)
        types[type, default: (0, 0)].count += 1
        if let geometry = table.geometries[row], geometry.type.dimension == 1 {
          types[type, default: (0, 0)].length += geometry.length
        }
      }
      let sorted = types.sorted {
        ($0.key?.assetGroup ?? 0, $0.key?.assetType ?? 0)
          < ($1.key?.assetGroup ?? 0, $1.key?.assetType ?? 0)
      }
      return sorted.map { id, total in
        let type = id.flatMap { network.assetType($0) }
        return [
          .text(table.name), .text(type?.group.name ?? ""), .text(type?.type.name ?? ""),
          .number(total.count),
          .measure(
            total.length > 0
              ? MapDecoration.length(total.length, unit: network.unitName, digits: 4) : ""
          ),
        ]
      }
    }
  }
}
