package import GeoSnap

/// Converts coordinates to pixels of a figure, with the same scale in both directions and north up.
package struct MapProjection {
  /// The extent of the figure: the requested one, grown to the shape of the figure.
  package let extent: Envelope
  /// The width of a pixel in coordinate units.
  package let unitsPerPixel: Double
  /// The width of the map in pixels.
  package let width: Double
  /// The height of the map in pixels.
  package let height: Double

  /// Fits a finite extent into a width; the height follows from its shape, within bounds.
  ///
  /// An extent without width and height is shown with two units on each side.
  package init(fitting extent: Envelope, width: Double, heights: ClosedRange<Double>) {
    precondition(
      extent.width.isFinite && extent.height.isFinite,
      "The extent of a figure must be finite"
    )
    var extent = extent
    if extent.width <= 0 && extent.height <= 0 { extent = extent.expanded(by: 2) }
    let natural = extent.width > 0 ? width * extent.height / extent.width : heights.upperBound
    let height = min(max(natural, heights.lowerBound), heights.upperBound).rounded()
    unitsPerPixel = max(extent.width / width, extent.height / height)
    self.width = width
    self.height = height
    // Grown about its centre.
    let center = extent.center
    self.extent = Envelope(
      minX: center.x - width / 2 * unitsPerPixel,
      minY: center.y - height / 2 * unitsPerPixel,
      maxX: center.x + width / 2 * unitsPerPixel,
      maxY: center.y + height / 2 * unitsPerPixel
    )
  }

  /// The pixel of a coordinate: x to the right, y down.
  package func pixel(_ coordinate: Coordinate) -> Coordinate {
    Coordinate(
      x: (coordinate.x - extent.minX) / unitsPerPixel,
      y: (extent.maxY - coordinate.y) / unitsPerPixel
    )
  }
}

extension String {
  /// Appends a pixel ordinate with one decimal, without a trailing `.0`.
  package mutating func append(pixel value: Double) {
    // Beyond a million pixels everything is invisible, and Int must not overflow.
    let tenths = Int((min(max(value, -1e6), 1e6) * 10).rounded())
    let (whole, tenth) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
    if tenths < 0 { append("-") }
    append(String(whole))
    if tenth > 0 {
      append(".")
      append(String(tenth))
    }
  }

  /// Appends the two ordinates of a pixel, separated by a space.
  package mutating func append(pixel: Coordinate) {
    append(pixel: pixel.x)
    append(" ")
    append(pixel: pixel.y)
  }

  /// Appends a command of a path with the pixel that it leads to, such as `L12 3.5`.
  mutating func append(_ command: String, pixel: Coordinate) {
    append(command)
    append(pixel: pixel)
  }

  package init(pixel value: Double) {
    self.init()
    append(pixel: value)
  }
}
