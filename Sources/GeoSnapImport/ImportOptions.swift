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

  /// The first part of each origin, such as `lv` in `lv/line/42`; nil for none.
  ///
  /// A second file of the same format needs one, because the indices of two files repeat.
  public var prefix: String?
  /// The name of the network, from which global ids are derived.
  public var networkName: String
  /// The EPSG code of the file's coordinates; nil to use what the format states.
  public var srid: SRID?
  /// The tiers of the domain network.
  public var tiers: Tiers
  /// Whether a line end that misses its node stays in place, joined by an association, instead of being moved.
  public var keepsEnds: Bool

  /// Creates options.
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
