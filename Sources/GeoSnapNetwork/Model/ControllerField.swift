/// The fields of subnetwork controllers.
package enum ControllerField {
  package static let name = "SUBNETWORKCONTROLLERNAME"
  /// The tiers, separated by semicolons if there are several.
  package static let tier = "TIERNAME"
  /// The terminal's id or name for each tier.
  package static let terminal = "CONTROLLERTERMINAL"
}
