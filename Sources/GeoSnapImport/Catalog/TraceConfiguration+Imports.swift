internal import GeoSnap

extension TraceConfiguration {
  /// The barriers of tiers in imported networks: devices with a status, and features that are out of service.
  ///
  /// `isThere` says whether the network has an attribute. Without either attribute there are no barriers.
  static func barred(
    byStatus status: Int64,
    where isThere: (String) -> Bool = { _ in true }
  ) -> TraceConfiguration {
    var conditions: [TraceCondition] = []
    if isThere("Device Status") {
      conditions.append(.attribute("Device Status", .equal, .integer(status)))
    }
    if isThere("In Service") {
      conditions.append(.attribute("In Service", .equal, .integer(0)))
    }
    var configuration = TraceConfiguration()
    if let first = conditions.first {
      configuration.traversability.barriers = conditions.count == 1 ? first : .or(conditions)
    }
    return configuration
  }

  static let openStatus: Int64 = 1
  static let closedStatus: Int64 = 2

  static let barredByOpen = barred(byStatus: openStatus)
}
