internal import GeoSnap

extension NetworkAssembler {
  /// Adds a link that equipment divides: two lines that end at the equipment, two edge objects joined to it when the
  /// link cannot be drawn, or only the equipment when the link has no length either.
  mutating func addDividedLink(_ number: Int, by divider: Int) {
    var terminals = PairOfEnds(start: equipmentEnds[divider], end: equipmentEnds[divider])
    terminals.start.terminalID = 1
    terminals.end.terminalID = 2
    let division = placement.divisions[number]
    guard division != nil || graph.links[number].hasLength else {
      linkEnds.append(terminals)
      return
    }
    let share = division.map(shareOfStart) ?? 0.5
    let start = addLine(
      number,
      path: division?.start,
      terminals: PairOfEnds(start: nodeTerminal(number, .start), end: 1),
      share: share,
      part: " start"
    )
    let end = addLine(
      number,
      path: division?.end,
      terminals: PairOfEnds(start: 2, end: nodeTerminal(number, .end)),
      share: 1 - share,
      part: " end"
    )
    linkEnds.append(PairOfEnds(start: start, end: end))
    if division == nil {
      associate(kind(of: .end), terminals.start, start)
      associate(kind(of: .start), terminals.end, end)
    }
  }

  private func shareOfStart(_ parts: PairOfEnds<[Coordinate]>) -> Double {
    let first = LinkPath(vertices: parts.start, scale: scale).length
    let second = LinkPath(vertices: parts.end, scale: scale).length
    return first / (first + second)
  }
}
