internal import GeoSnap

extension MapAnswer {
  /// The circle of the tolerance, the pointer, the refused places, and the winner on top.
  func svg(_ projection: MapProjection) -> String {
    let badges = MapBadges(self, projection)
    let pixel = projection.pixel(pointer)
    return toleranceSVG(projection) + badges.leaders
      + refused.map { MapAnswer.placed(MapAnswer.cross, projection.pixel($0.location)) }.joined()
      + MapAnswer.placed(MapAnswer.crosshair, pixel)
      + (winner.map {
        MapAnswer.placed($0.kind.mark(MapAnswer.winnerColor), projection.pixel($0.location))
      } ?? "") + badges.svg
  }

  private func toleranceSVG(_ projection: MapProjection) -> String {
    let center = projection.pixel(pointer)
    let place = "cx=\"\(String(pixel: center.x))\" cy=\"\(String(pixel: center.y))\" "
    let radius = "r=\"\(String(pixel: tolerance / projection.unitsPerPixel))\""
    return "<circle \(place)\(radius) fill=\"#111827\" fill-opacity=\".06\" stroke=\"#ffffff\" "
      + "stroke-width=\"4\"/><circle \(place)\(radius) fill=\"none\" "
      + "stroke=\"\(MapAnswer.pointerColor)\" stroke-width=\"1.4\" stroke-dasharray=\"5 4\"/>\n"
  }

  /// The pointer: four strokes around an open middle, on white.
  static let crosshair = cased("M-11 0h7m8 0h7M0-11v7m0 8v7", pointerColor, width: 2)
  /// A refused place: a small cross on white.
  static let cross = cased("M-4-4l8 8m0-8l-8 8", refusedColor, width: 2.4)

  private static func cased(_ data: String, _ color: String, width: Double) -> String {
    "<path d=\"\(data)\" fill=\"none\" stroke=\"#ffffff\" stroke-width=\"\(width + 3)\" "
      + "stroke-linecap=\"round\"/><path d=\"\(data)\" fill=\"none\" stroke=\"\(color)\" "
      + "stroke-width=\"\(width)\" stroke-linecap=\"round\"/>"
  }

  static func placed(_ mark: String, _ pixel: Coordinate) -> String {
    "<g transform=\"translate(\(String(pixel: pixel.x)) \(String(pixel: pixel.y)))\">\(mark)</g>\n"
  }
}
