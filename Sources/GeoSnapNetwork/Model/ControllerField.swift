/// The fields by which features say that they control subnetworks.
package enum ControllerField {
  /// The name of the subnetwork.
  package static let name = "SUBNETWORKCONTROLLERNAME"
  /// The tiers, separated by semicolons where a feature controls several.
  package static let tier = "TIERNAME"
  /// For each tier the terminal's id or name.
  package static let terminal = "CONTROLLERTERMINAL"
}
