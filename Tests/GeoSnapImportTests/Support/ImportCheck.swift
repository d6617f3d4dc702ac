import GeoSnap
import GeoSnapImport
import Testing

/// What must hold of any import of a file of pandapower or pandapipes.
enum ImportCheck {
  static func expectFaithful(
    _ result: ImportResult,
    to bytes: [UInt8],
    isElectric: Bool,
    keepsEnds: Bool = false,
    seed: UInt64? = nil
  ) throws {
    let file = try SourceFile(bytes)
    let comment: Comment = "seed \(seed.map(String.init) ?? "none")"
    for respectsStatus in [true, false] {
      let contraction = Contraction(
        result.network,
        nodeTables: isElectric ? ["bus", "bus_dc"] : ["junction"],
        barrier: respectsStatus ? (isElectric ? 1 : 2) : nil,
        keepsEnds: keepsEnds
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
    #expect(RuleAudit(result.network).violations.isEmpty, comment)
    for (table, count) in result.report.elementsRead {
      #expect(file[table].count == count, comment)
      let missing = file[table].filter { result.network.features(origin: $0.origin).isEmpty }
      #expect(missing.isEmpty, comment)
    }
    for (table, rows) in file.tables where !rows.isEmpty && !table.hasPrefix("res_") {
      let isKnown =
        result.report.elementsRead[table] == rows.count
        || result.report.notImported[table] == rows.count || table.hasSuffix("_geodata")
      #expect(isKnown, "\(table) is neither imported nor named")
    }
    let points = result.network.rows.map(\.places).filter { $0.count == 1 }
    #expect(Set(points).count == points.count, comment)
  }
}
