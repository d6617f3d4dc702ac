package import GeoSnap

extension MapSheet {
  /// The greatest number of errors with their number beside them: more would be illegible.
  private static let labelLimit = 60

  /// A picture of a network's errors, each place marked; throws `Failure` when the extent is not determined.
  ///
  /// - `frame`: The extent and the width; by default the errors, or everything when there are none.
  /// - `name`: The heading.
  package init(
    _ frame: PictureFrame,
    of index: NetworkIndex,
    named name: String,
    validation: NetworkValidation
  ) throws {
    let errors = validation.errors
    let caption =
      errors.isEmpty
      ? "No errors." : "\(errors.count.counting("error", "errors")), by the number of their codes."
    var figure = MapFigure(answer: caption, of: index, named: name)
    let features = Array(Set(errors.flatMap(\.features))).sorted {
      ($0.table, $0.row) < ($1.table, $1.row)
    }
    figure.emphasis = [
      MapEmphasis(label: "Concerned", color: MapEmphasis.palette[3], features: features)
    ]
    figure.markers = errors.compactMap { error in
      error.location.map {
        MapMarker(
          .error,
          at: $0,
          label: errors.count > MapSheet.labelLimit
            ? "" : error.code.number.map(String.init) ?? error.code.rawValue
        )
      }
    }
    figure.notes = MapNotes(
      "What is wrong",
      errors.map { error in
        MapNotes.Note(
          mark: MapMarker.Kind.error.svg(at: Coordinate(x: 0, y: 0)),
          title: error.code.label,
          sentences: [error.message, figure.network.remedy(of: error)]
        )
      },
      more: "geosnap validate"
    )
    let rows = NetworkErrorCode.allCases.compactMap { code -> MapList.ListRow? in
      let count = errors.count { $0.code == code }
      guard count > 0 else { return nil }
      return MapList.ListRow(label: code.label, detail: count.grouped)
    }
    if !rows.isEmpty { figure.lists.append(MapList(title: "Errors", rows: rows)) }
    // Without errors the network is drawn in its usual colours.
    if errors.isEmpty {
      figure.isMuted = false
      figure.emphasis = []
    }
    try figure.fit(frame)
    self.init(figure: figure)
  }
}
