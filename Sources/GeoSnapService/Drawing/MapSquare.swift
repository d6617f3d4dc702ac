package import GeoSnap

/// The square that a network is drawn in: the tile of zoom 0.
package struct MapSquare: Sendable, Equatable {
  /// The left and the upper side, and the length of all four.
  package let left: Double
  package let top: Double
  package let side: Double

  private init(around extent: Envelope, side: Double) {
    left = (extent.minX + extent.maxX - side) / 2
    top = (extent.minY + extent.maxY + side) / 2
    self.side = side
  }

  /// The square around what a network covers; that of an empty one is anywhere.
  package init(around extent: Envelope?) {
    let extent = extent ?? Envelope(minX: 0, minY: 0, maxX: 1, maxY: 1)
    // A network of one place has a square all the same.
    let length = max(extent.width, extent.height)
    self.init(
      around: extent,
      side: length > 0 ? length * 1.02 : max(1, abs(extent.minX) * 1e-6)
    )
  }

  /// The square of a network that has changed: this one for as long as the network lies in it.
  ///
  /// One that is outgrown is doubled, so that a map goes on at another zoom of the same scale.
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
