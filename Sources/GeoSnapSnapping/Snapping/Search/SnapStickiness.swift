/// How the answer to the pointer position before is kept: so that nothing flickers.
///
/// The previous place competes as if it were nearer by ``margin`` of its tolerance, and may be farther
/// than its tolerance by ``hold`` of it. A place of a better rank wins over it all the same.
public enum SnapStickiness {
  /// The share of its tolerance by which another place of the same rank must be nearer to win; at a
  /// tolerance of ten pixels, one pixel.
  public static let margin = 0.1
  /// The share of its tolerance by which the previous place may lie beyond it.
  public static let hold = 0.2

  /// The winner of the best place and the previous one.
  static func choice(
    _ best: SnapFinding?,
    _ previous: SnapFinding?
  ) -> SnapFinding? {
    guard let previous, let best else { return best ?? previous }
    if best.rank != previous.rank { return best.rank < previous.rank ? best : previous }
    return best.distance < previous.distance - margin * previous.tolerance ? best : previous
  }
}
