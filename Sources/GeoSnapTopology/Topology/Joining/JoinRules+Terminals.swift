extension JoinRules {
  /// The terminals that a line may name at a junction, by their asset types.
  package func terminals(of junction: Int32, for line: Int32) -> [Terminal] {
    guard junction >= 0, line >= 0 else { return [] }
    let all = classes[Int(junction)].terminals
    guard classes[Int(junction)].part == .point, classes[Int(line)].part == .line else {
      return all
    }
    let allowed = joint(junction: junction, line: line)?.terminalIDs ?? []
    return allowed.isEmpty ? all : all.filter { allowed.contains($0.id) }
  }
}

extension [Terminal] {
  /// The terminals to choose from, such as `1 (Source) or 2 (Load)`.
  package var told: String {
    let names = map { "\($0.id) (\($0.name))" }
    guard let last = names.last else { return "a terminal that it has" }
    let others = names.dropLast().joined(separator: ", ")
    return others.isEmpty ? last : "\(others) or \(last)"
  }
}
