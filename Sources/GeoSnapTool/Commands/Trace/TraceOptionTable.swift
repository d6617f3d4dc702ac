import ArgumentParser
import GeoSnap

/// The options of `geosnap trace` that only some trace types use.
enum TraceOptionTable {
  private struct Row: Sendable {
    let option: String
    let types: Set<TraceType>
    let isGiven: @Sendable (TraceCommand) -> Bool
  }

  private static let directed: Set<TraceType> = [.upstream, .downstream]
  private static let ofSubnetworks = Set(TraceType.allCases.filter(\.isSubnetworkBased))

  private static let rows = [
    Row(option: "--cost", types: [.shortestPath]) { $0.configured.cost != nil },
    Row(option: "--digitized-direction", types: directed) { $0.configured.digitizedDirection },
    Row(option: "--include isolated", types: [.isolation]) {
      $0.configured.include.contains(.isolated)
    },
    Row(option: "--indeterminate", types: directed) { $0.indeterminate != nil },
    Row(option: "--propagate", types: ofSubnetworks) { !$0.propagate.isEmpty },
    Row(option: "--target-tier", types: directed) { $0.configured.targetTier != nil },
  ]

  /// Refuses an option that has no effect on the type; throws `ValidationError` with the types that use it.
  static func check(_ command: TraceCommand) throws {
    let type = command.traceType.type
    guard let row = rows.first(where: { !$0.types.contains(type) && $0.isGiven(command) }) else {
      return
    }
    let names = TraceType.allCases.filter(row.types.contains).map(\.rawValue)
    throw ValidationError(
      "\(row.option) has no effect on a trace of type \(type.rawValue): it goes with "
        + Words.names(names) + "."
    )
  }
}
