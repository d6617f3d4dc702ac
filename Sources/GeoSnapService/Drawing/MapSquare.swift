package import GeoSnap

/// The square in which a network is drawn: the tile of zoom 0.
package struct MapSquare: Sendable, Equatable {
  /// The left and the upper side, and the side length.
  package let left: Double
  package let top: Double
  package let side: Double

  private init(around extent: Envelope, side: Double) {
    left = (extent.minX + extent.maxX - side) / 2
    top = (extent.minY + extent.maxY + side) / 2
    self.side = side
  }

  /// The square around a network's extent; arbitrary for an empty network.
  package init(around extent: Envelope?) {
    let extent = extent ?? Envelope(minX: 0, minY: 0, maxX: 1, maxY: 1)
    // A network of one point needs a square too.
    let length = max(extent.width, extent.height)
    self.init(
      around: extent,
      side: length > 0 ? length * 1.02 : max(1, abs(extent.minX) * 1e-6)
    )
  }

  /// The square for a changed network: this one as long as the network lies in it.
  ///
  /// Otherwise its side is doubled, so that the map has the same scales at other zoom levels.
  package func holding(_ extent: Envelope?) -> MapSquare {
    guard let extent else { return self }
    let isWithin =
      extent.minX >= left && extent.maxX <= left + side && extent.maxY <= top
      && extent.minY >= top - side
    if isWithin { return self }
    var length = side
    while length < max(extent.width, extent.height) * 1.02 { length *= 2 }
    return MapSquare(around: extent, side: length)
  }
}
