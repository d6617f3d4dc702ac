/// A range of map scales.
public struct ScaleRange: Hashable, Codable, Sendable {
  /// The denominator of the smallest scale, zoomed out; 0 for no limit.
  public var minScale: Double
  /// The denominator of the greatest scale, zoomed in; 0 for no limit.
  public var maxScale: Double

  /// Creates a range.
  public init(minScale: Double = 0, maxScale: Double = 0) {
    self.minScale = minScale
    self.maxScale = maxScale
  }

  /// At every scale.
  public static let always = ScaleRange()

  /// Whether a view is in the range, limits included; true without a view.
  public func contains(_ view: SnapView?) -> Bool {
    guard let scale = view?.scale else { return true }
    return (minScale == 0 || scale <= minScale) && (maxScale == 0 || scale >= maxScale)
  }
}
