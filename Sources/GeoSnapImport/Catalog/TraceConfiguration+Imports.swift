internal import GeoSnap

extension TraceConfiguration {
  /// What tiers of imported networks are barred by: devices of one status, and whatever is out of
  /// service.
  static func barred(byStatus status: Int64) -> TraceConfiguration {
    var configuration = TraceConfiguration()
    configuration.traversability.barriers = .or([
      .attribute("Device Status", .equal, .integer(status)),
      .attribute("In Service", .equal, .integer(0)),
    ])
    return configuration
  }

  /// An open switch bars.
  static let barredByOpen = barred(byStatus: 1)
  /// A closed valve bars.
  static let barredByClosed = barred(byStatus: 2)
}
