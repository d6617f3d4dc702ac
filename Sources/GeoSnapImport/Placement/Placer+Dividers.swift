internal import GeoSnap

extension Placer {
  /// Where along a link its divider may stand, the middle first, none beyond the middle third.
  private static let shares: [Double] = (0...32).map { (number: Int) -> Double in
    let step = Double((number + 1) / 2) / 96
    return number.isMultiple(of: 2) ? 0.5 - step : 0.5 + step
  }

  /// Places the equipment that stands halfway along a link, and divides the link there.
  ///
  /// Where no place is free the link is not drawn: its divider stands beside its first node with a
  /// place, and associations join it.
  mutating func divideLinks() {
    for (number, link) in graph.links.enumerated() {
      guard let divider = link.divider, let path = placement.paths[number] else { continue }
      let whole = LinkPath(vertices: path, scale: scale)
      let length = whole.length
      let metres = Placer.shares.lazy.map { length * $0 }
        .first { occupied.isFree(whole.place($0, from: .start)) }
      guard let metres else {
        placement.paths[number] = nil
        continue
      }
      let parts = whole.divided(at: metres)
      let place = parts.end[0]
      placement.equipment[divider] = place
      placement.divisions[number] = parts
      occupied.insert(place)
    }
  }
}
