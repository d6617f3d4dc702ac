/// The fields of subnetwork controllers.
package enum ControllerField {
  package static let name = "SUBNETWORKCONTROLLERNAME"
  /// The tiers, separated by semicolons if there are several.
  package static let tier = "TIERNAME"
  /// The terminal's id or name for each tier.
  package static let terminal = "CONTROLLERTERMINAL"

  /// The tiers or terminals in the value of such a field.
  package static func words(_ value: String?) -> [String] {
    (value ?? "").split(separator: ";").map(\.trimmingSpaces).filter { !$0.isEmpty }
  }
}

extension DomainNetwork {
  package func hasTier(named name: String) -> Bool {
    tiers.contains { $0.name.lowercased() == name.lowercased() }
  }
}

extension Terminal {
  /// Whether a word is the terminal's id or name.
  package func isCalled(_ word: String) -> Bool {
    "\(id)" == word || name.lowercased() == word.lowercased()
  }
}
