extension TopologyDraft {
  /// A line that is cut, and its edges.
  struct CutLine: Sendable {
    let line: Int32
    let stretches: [LineCuts.Stretch]
  }

  /// The lines that are cut, in order.
  func cutLines(_ lines: LineNumbers) -> [CutLine] {
    let cuts = cuts.sorted()
    var cutLines: [CutLine] = []
    var first = 0
    while first < cuts.count {
      let line = cuts[first].line
      var end = first
      while end < cuts.count && cuts[end].line == line { end += 1 }
      let number = lines.number(of: line)
      cutLines.append(
        CutLine(
          line: line,
          stretches: LineCuts.stretches(
            cuts[first..<end],
            from: ends[2 * number],
            to: ends[2 * number + 1],
            last: lastVertex(of: line)
          )
        )
      )
      first = end
    }
    return cutLines
  }

  /// The last vertex of a line; 0 for an edge object.
  private func lastVertex(of line: Int32) -> Int32 {
    let geometry = network.geometry(of: network.feature(ordinal: line))
    return Int32((geometry?.onlyLine?.count ?? 1) - 1)
  }

  /// Calls `body` with each edge of each line: the line's ordinal, the two nodes, and the position where the edge
  /// ends.
  @inline(__always)
  func forEachLineEdge(
    _ body: (_ line: Int32, _ from: Int32, _ to: Int32, _ end: Double) -> Void
  ) {
    var next = 0
    for piece in plan.linePieces {
      let firstOrdinal = network.firstOrdinals[piece.table]
      for row in piece.rows {
        let ordinal = firstOrdinal + Int32(truncatingIfNeeded: row)
        let line = piece.first + row - piece.rows.lowerBound
        if next < cutLines.count && cutLines[next].line == ordinal {
          for stretch in cutLines[next].stretches {
            body(ordinal, stretch.from, stretch.to, stretch.end)
          }
          next += 1
        } else if ends[2 * line] != EndCode.absent {
          body(ordinal, ends[2 * line], ends[2 * line + 1], 1)
        }
      }
    }
  }

  /// Calls `body` with each pair of terminals of each device: the device's ordinal, the two nodes, and the pair's
  /// number.
  func forEachInternalEdge(
    _ body: (_ device: Int32, _ from: Int32, _ to: Int32, _ pair: Int) -> Void
  ) {
    for device in plan.devices {
      guard let paths = paths(of: device) else { continue }
      let first = plan.firstNodes[Int(device)]
      for (number, pair) in paths.pairs.enumerated() {
        body(device, first + pair.first, first + pair.second, number)
      }
    }
  }

  private func paths(of device: Int32) -> TerminalPaths? {
    rules.classes[Int(network.assetTypeOrdinals[Int(device)])].paths
  }

  /// The directions in which each internal edge can be traversed, in order.
  func passages() -> [TerminalPaths.Passage] {
    var all: [TerminalPaths.Passage] = []
    for device in plan.devices {
      guard let paths = paths(of: device) else { continue }
      let feature = network.feature(ordinal: device)
      let chosen = network.tables[Int(feature.table)]
        .value(ofColumn: TerminalField.paths, row: Int(feature.row))?.name
      // An unknown set of paths connects no terminals; the validation reports it.
      all += paths.passages(setTo: chosen) ?? paths.pairs.map { _ in [] }
    }
    return all
  }
}
