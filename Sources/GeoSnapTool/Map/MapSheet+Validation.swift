internal import GeoSnap

extension MapSheet {
  /// The most errors that have their number written beside them: more could not be read.
  private static let labelLimit = 60

  /// A picture of a network with its errors marked.
  ///
  /// - Parameters:
  ///   - frame: What to show, and how wide.
  ///   - index: The network.
  ///   - name: What the heading calls it.
  ///   - validation: What is wrong with it.
  /// - Throws: `Failure` when nothing says what to show.
  init(
    _ frame: PictureFrame,
    of index: NetworkIndex,
    named name: String,
    validation: NetworkValidation
  ) throws {
    let sheet = try MapSheet(
      frame,
      of: index,
      named: name,
      around: nil,
      snapping: nil,
      report: nil
    )
    var figure = sheet.figure
    let errors = validation.errors
    figure.caption =
      errors.isEmpty
      ? "No errors." : "\(errors.count.counting("error", "errors")), by the number of their codes."
    figure.markers = errors.compactMap { error in
      error.location.map {
        MapMarker(
          .error,
          at: $0,
          label: errors.count > MapSheet.labelLimit ? "" : "\(error.code.number)"
        )
      }
    }
    figure.highlights = Array(Set(errors.flatMap(\.features))).sorted {
      ($0.table, $0.row) < ($1.table, $1.row)
    }
    let rows = NetworkErrorCode.allCases.compactMap { code -> MapList.ListRow? in
      let count = errors.count { $0.code == code }
      guard count > 0 else { return nil }
      return MapList.ListRow(label: "\(code.number) \(code.rawValue)", detail: count.grouped)
    }
    if !rows.isEmpty { figure.lists.append(MapList(title: "Errors", rows: rows)) }
    self.init(figure: figure)
  }
}
