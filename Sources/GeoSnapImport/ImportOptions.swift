public import GeoSnap

/// How a file becomes a utility network.
public struct ImportOptions: Hashable, Sendable {
  /// The tiers of the imported domain network, and the controllers of its subnetworks.
  public enum Tiers: String, Hashable, Sendable, CaseIterable {
    /// One tier, `Supply`; sources control the subnetworks.
    case supply
    /// For electric networks: a tier for each voltage level; transformers control the level that they feed.
    case voltage
  }

  package let prefix: String?
  package let networkName: String
  package let srid: SRID?
  package let tiers: Tiers
  package let keepsEnds: Bool

  /// Creates options.
  ///
  /// - Parameters:
  ///   - prefix: The first part of each origin, such as `lv` in `lv/line/42`; nil for none. A second file of the same
  ///     format needs one, because the indices of two files repeat.
  ///   - networkName: The name of the network, from which global ids are derived.
  ///   - srid: The EPSG code of the file's coordinates; nil to use what the format states.
  ///   - tiers: The tiers of the domain network.
  ///   - keepsEnds: Whether a line end that misses its node stays in place, joined by an association, instead of
  ///     being moved.
  public init(
    prefix: String? = nil,
    networkName: String = "network",
    srid: SRID? = nil,
    tiers: Tiers = .supply,
    keepsEnds: Bool = false
  ) {
    self.prefix = prefix
    self.networkName = networkName
    self.srid = srid
    self.tiers = tiers
    self.keepsEnds = keepsEnds
  }

  /// Notes that the selected tiers do not apply; `fact` is what the domain network has instead.
  func noteTiers(_ fact: String, in report: inout ImportReport) {
    guard tiers != .supply else { return }
    report.notes.append("--tiers \(tiers.rawValue) has no effect: this network \(fact).")
  }
}
