internal import GeoSnap

extension TraceConfiguration {
  /// What tiers of imported networks are barred by: devices of one status, and whatever is out of service.
  ///
  /// - Parameters:
  ///   - status: The status that bars.
  ///   - isThere: Whether a network has an attribute.
  /// - Returns: A configuration; one without barriers where there is neither attribute.
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

  /// An open switch bars.
  static let barredByOpen = barred(byStatus: openStatus)
}
