import GeoSnap

extension NetworkReport {
  /// The greatest number of errors in the list.
  private static let errorLimit = 1000

  /// The errors and doubts of the validation.
  func writeValidation(to page: inout ReportPage) throws {
    let errors = validation.errors
    page.begin("What validation found", id: "errors")
    try add(&page) {
      try MapSheet(PictureFrame(), of: index, named: name, validation: validation)
    }
    page.add(
      ["Code", "What", "Errors"],
      NetworkErrorCode.allCases.compactMap { code in
        let count = errors.count { $0.code == code }
        guard count > 0 else { return nil }
        return [.measure(code.number.map(String.init) ?? ""), .text(code.rawValue), .number(count)]
      }
    )
    page.end()
    if !errors.isEmpty {
      page.begin("Every error", id: "list")
      page.add(
        ["Code", "What", "To do", "Where"],
        errors.prefix(Self.errorLimit).map { error in
          [
            .measure(error.code.number.map(String.init) ?? error.code.rawValue),
            .text(error.message),
            .text(features.network.remedy(of: error)),
            .text(error.location.map { text($0) } ?? ""),
          ]
        }
      )
      let rest = errors.count - Self.errorLimit
      if rest > 0 { page.add("And \(rest.grouped) more: geosnap validate lists all.") }
      page.end()
    }
    guard !validation.ruleGaps.isEmpty else { return }
    page.begin("Asset types that meet without a rule", id: "gaps")
    page.add(
      ["Rule", "From", "To", "At", "Times"],
      validation.ruleGaps.map { gap in
        [
          .text(gap.kind.name), .text(features.path(gap.from)), .text(features.path(gap.to)),
          .text(gap.via.map(features.path) ?? ""), .number(gap.count),
        ]
      }
    )
    page.end()
  }
}
