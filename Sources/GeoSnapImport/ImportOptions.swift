public import GeoSnap

/// How a file is turned into a utility network.
public struct ImportOptions: Hashable, Sendable {
  /// Which tiers the imported domain network gets, and what controls its subnetworks.
  public enum Tiers: String, Hashable, Sendable, CaseIterable {
    /// One tier, `Supply`; sources control the subnetworks.
    case supply
    /// For power: a tier for each voltage level; transformers control the level they feed.
    case voltage
  }

  /// The word that stands before each origin, such as `lv` in `lv/line/42`.
  ///
  /// Nil for none. Indices of two files repeat, so a second file of the same format needs one.
  public var prefix: String?
  /// The name of the network, which global ids are derived from.
  public var networkName: String
  /// The EPSG code of the file's coordinates; nil to take what the format says.
  public var srid: SRID?
  /// The tiers of the domain network.
  public var tiers: Tiers
  /// Whether a line end that misses its node stays where it is, joined by an association, rather
  /// than being moved onto the node.
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

  /// The origin of an element of a table, with the prefix before it.
  func origin(_ table: String, _ index: Int) -> String {
    prefix.map { "\($0)/\(table)/\(index)" } ?? "\(table)/\(index)"
  }

  /// Notes that the tiers asked for do not apply; `fact` says what the domain network has instead.
  func noteTiers(_ fact: String, in report: inout ImportReport) {
    guard tiers != .supply else { return }
    report.notes.append(
      "Tiers of \(tiers.rawValue) are for power: this network \(fact)."
    )
  }
}
