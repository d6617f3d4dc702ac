/// The preference for the previous snap, which avoids flicker.
///
/// The previous place competes as if it were nearer by ``margin`` of its tolerance, and may exceed its tolerance by
/// ``hold`` of it. A place of a better rank wins nevertheless.
public enum SnapStickiness {
  /// The share of the previous place's tolerance by which another place of the same rank must be nearer to win.
  public static let margin = 0.1
  /// The share by which the previous place may exceed its tolerance.
  public static let hold = 0.2

  static func choice(
    _ best: SnapFinding?,
    _ previous: SnapFinding?
  ) -> SnapFinding? {
    guard let previous, let best else { return best ?? previous }
    if best.rank != previous.rank { return best.rank < previous.rank ? best : previous }
    return best.distance < previous.distance - margin * previous.tolerance ? best : previous
  }
}
