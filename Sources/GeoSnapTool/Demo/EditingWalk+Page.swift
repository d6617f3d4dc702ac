import GeoSnap

// The walk as a page of maps: a figure for each step, with a sentence or two of what happened.

extension EditingWalk {
  private var network: EditedNetwork { index.network }
  private var names: FeatureOutput { FeatureOutput(network: network) }
  /// Where the picked feature was.
  private var home: Coordinate { geometry.coordinates.first ?? EditingWalk.tapped }
  private var groupAndType: String {
    network.assetType(of: picked).map { "\($0.group.name) \u{B7} \($0.type.name)" } ?? "no type"
  }
  private var origin: String {
    network.origin(of: picked) ?? "row \(picked.row)"
  }

  /// The steps, in order.
  package var figures: [MapFigure] {
    [
      tap, listed, toggled, dragged, draggedNear, snapped, notSnapped, saving, cancelled,
    ]
  }

  /// The page, with a link to the other one in its folder.
  package func page(linkingTo first: String) -> MapPage {
    MapPage(
      title: "An editing walk: snapping by the rules of the network",
      introduction: "The workflow of the ArcGIS sample \u{201C}Snap geometry edits with utility "
        + "network rules\u{201D}, done by GeoSnap\u{2019}s GeometryEditor on the gas network.",
      figures: figures,
      next: ("All of the networks, and what GeoSnap answers about them", first),
      credits: DemoWalk.credits
    )
  }

  // MARK: Steps

  private var tap: MapFigure {
    var figure = figure(
      "A tap picks the first point feature",
      "\(hits.count.counting("gas feature lies", "gas features lie")) within "
        + "\(plain(EditingWalk.tapReach)) m of the tap. The first that is a point is picked: "
        + "\(names.line(picked)).",
      around: EditingWalk.tapped,
      radius: 9
    )
    figure.markers = [
      MapMarker(
        .query,
        at: EditingWalk.tapped,
        label: "tap",
        tolerance: EditingWalk.tapReach
      ),
      MapMarker(.hit, at: home, label: groupAndType),
    ]
    let type = network.assetType(of: picked)
    figure.lists = [
      MapList(
        title: "Picked",
        rows: [
          MapList.ListRow(label: "Asset group", detail: type?.group.name ?? ""),
          MapList.ListRow(label: "Asset type", detail: type?.type.name ?? ""),
          MapList.ListRow(label: "Element", detail: origin),
        ]
      )
    ]
    return figure
  }

  private var listed: MapFigure {
    let all = sources.sourceSettings
    func count(_ behavior: SnapRuleBehavior?) -> Int {
      all.count { $0.ruleBehavior == behavior }
    }
    var figure = figure(
      "The rules say what it may snap to",
      "\(all.count.counting("snap source", "snap sources")): \(count(nil)) allowed without a rule, "
        + "\(count(.rulesLimitSnapping)) limited by rules, \(count(.rulesPreventSnapping)) "
        + "prevented, in the colours of the ArcGIS sample.",
      around: home,
      radius: 45
    )
    figure.show(sources)
    figure.lists = [MapList(sources)]
    return figure
  }

  private var toggled: MapFigure {
    var figure = figure(
      "Sources are switched off and on",
      "survey_points is switched on. With PipelineLine off the pointer beside the end of a main "
        + "snaps to nothing: the best place is refused because its source is off. On again, it snaps: "
        + "see step 6.",
      around: switchedOff.place,
      radius: 7
    )
    figure.show(toggledSources)
    figure.answer = MapAnswer(switchedOff)
    figure.lists = [MapList(toggledSources)]
    return figure
  }

  private var dragged: MapFigure {
    var reasons: [SnapRefusalReason: Int] = [:]
    for step in drag {
      if let reason = step.reason { reasons[reason, default: 0] += 1 }
    }
    let told = reasons.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
      .map { "\($0.value) \($0.key.rawValue)" }.joined(separator: ", ")
    let around = Envelope(CoordinateSequence(drag.map(\.pointer))) ?? Envelope(home)
    var figure = figure(
      "It is dragged over \(drag.count) positions of the pointer",
      "\(drag.count { $0.match != nil }) snap to a gas pipe, \(drag.count { $0.reason != nil }) are "
        + "refused (\(told)). \(PointerPath.switches). All of it is one step to undo.",
      around: around.center,
      radius: 0
    )
    figure.extent = around.expanded(by: 2)
    figure.trail = trail
    return figure
  }

  private var draggedNear: MapFigure {
    var figure = figure(
      "The same drag, seen from near",
      "Each line leads from where the pointer was to where the tap snapped: to the ends of pipes "
        + "first, between them onto the pipe.",
      around: allowed.place,
      radius: 11
    )
    figure.trail = trail
    return figure
  }

  private var trail: MapTrail {
    MapTrail(
      steps: drag.map { step in
        MapTrail.Step(
          pointer: step.pointer,
          outcome: step.match.map { .snapped($0.place.location) }
            ?? (step.reason == nil ? .free : .refused)
        )
      }
    )
  }

  private var snapped: MapFigure {
    var figure = figure(
      "A snap is allowed at a vertex",
      "Beside the end of the main the tap snaps"
        + (allowed.match.map { ": \(network.reason(of: $0))." } ?? " to nothing."),
      around: allowed.place,
      radius: 5
    )
    figure.show(sources)
    figure.answer = MapAnswer(allowed)
    return figure
  }

  private var notSnapped: MapFigure {
    var figure = figure(
      "Another is refused, though its source is on",
      "Beside a cable the tap snaps to nothing" + refusal(refused),
      around: refused.place,
      radius: 5
    )
    figure.show(sources)
    figure.answer = MapAnswer(refused)
    return figure
  }

  private var saving: MapFigure {
    var figure = figure(
      "Saving is possible only after a change",
      "Before anything is done there is nothing to save. On the end of the main there is, but "
        + "save() refuses it: \(saveRefusal ?? "") On "
        + "the middle of the main it may be saved"
        + (onMain.match.map { network.duties(of: $0) } ?? []).map { ": \($0)" }.joined() + ".",
      around: onMain.place,
      radius: 0
    )
    let now = changed.geometry?.coordinates.first ?? home
    let end = stacked.geometry?.coordinates.first ?? home
    let span = Envelope(CoordinateSequence([home, now, end])) ?? Envelope(home)
    figure.extent = span.expanded(by: 3)
    figure.markers = [
      MapMarker(.hit, at: home, label: "before"),
      MapMarker(.refused, at: end, label: "not saved"),
      MapMarker(.snapped, at: now, label: "may be saved"),
    ]
    figure.lists = [
      state("Before a change", untouched), state("On the end of the main", stacked),
      state("On the middle of the main", changed),
    ]
    return figure
  }

  private func state(_ title: String, _ state: EditState) -> MapList {
    func row(_ label: String, _ isPossible: Bool) -> MapList.ListRow {
      MapList.ListRow(label: label, detail: isPossible ? "yes" : "no")
    }
    let problems = state.problems.isEmpty ? "none" : state.problems.map(\.code.rawValue).joined()
    return MapList(
      title: title,
      rows: [
        row("Can save", state.canSave), row("Can undo", state.canUndo),
        MapList.ListRow(label: "Problems", detail: problems),
      ]
    )
  }

  private var cancelled: MapFigure {
    let isBack = restored.matches.contains { $0.place.feature == picked }
    var figure = figure(
      "Cancelling restores the geometry",
      "The edit is cancelled: \(origin) is where it was"
        + (isBack ? ", and can be snapped to again." : "."),
      around: home,
      radius: 5
    )
    figure.answer = MapAnswer(restored)
    return figure
  }

  // MARK: Parts

  private func figure(
    _ title: String,
    _ caption: String,
    around place: Coordinate,
    radius: Double
  ) -> MapFigure {
    MapFigure(
      title: title,
      caption: caption,
      index: index,
      extent: Envelope(around: place, radius: radius)
    )
  }

  /// Why the best place was refused, and what would have changed it.
  private func refusal(_ report: SnapReport) -> String {
    report.refused.first.map {
      ": \(network.reason(of: $0)). \(network.remedy(of: $0))"
    } ?? "."
  }
}
