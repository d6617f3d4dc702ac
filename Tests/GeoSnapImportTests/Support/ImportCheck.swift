import GeoSnap
import GeoSnapImport
import Testing

/// Everything that must hold of any import.
enum ImportCheck {
  /// Checks an import against its file: the graph, the rules, the origins, the places.
  static func expectFaithful(
    _ result: ImportResult,
    to bytes: [UInt8],
    isElectric: Bool,
    prefix: String = "",
    seed: UInt64? = nil
  ) throws {
    let file = try SourceFile(bytes)
    let comment: Comment = "seed \(seed.map(String.init) ?? "none")"
    for respectsStatus in [true, false] {
      let barrier: Int64? = respectsStatus ? (isElectric ? 1 : 2) : nil
      let contraction = try Contraction(
        result.network,
        nodeTable: isElectric ? "bus" : "junction",
        otherNodes: ["bus_dc"],
        barrier: barrier
      )
      #expect(contraction.mistakes.isEmpty, comment)
      let expected =
        isElectric
        ? file.electricLinks(respectsStatus: respectsStatus)
        : file.pipelineLinks(respectsStatus: respectsStatus)
      let difference = Set(expected).symmetricDifference(contraction.links)
      #expect(difference.isEmpty, comment)
      #expect(expected.count == contraction.links.count, comment)
    }
    let audit = try RuleAudit(result.network)
    #expect(audit.violations.isEmpty, comment)
    for (table, count) in result.report.elementsRead {
      #expect(file[table].count == count, comment)
      for row in file[table] {
        #expect(!result.network.features(origin: prefix + row.origin).isEmpty, comment)
      }
    }
    for (table, rows) in file.tables where !rows.isEmpty && !table.hasPrefix("res_") {
      let isKnown =
        result.report.elementsRead[table] == rows.count
        || result.report.notImported[table] == rows.count || table.hasSuffix("_geodata")
      #expect(isKnown, "\(table) is neither imported nor named")
    }
    #expect(closestPoints(result.network) > 0, comment)
  }

  /// The number of point features less the number of places they stand on, plus one.
  private static func closestPoints(_ network: UtilityNetwork) -> Int {
    var places: Set<Coordinate> = []
    for table in network.tables {
      for case .point(let point)? in table.geometries {
        if let place = point.coordinate, !places.insert(place).inserted { return 0 }
      }
    }
    return 1
  }
}
