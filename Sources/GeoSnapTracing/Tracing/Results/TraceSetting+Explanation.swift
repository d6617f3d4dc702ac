extension TraceSetting {
  /// The part of a condition that holds at an element, with the element's values.
  func explanation(of condition: TraceCondition?, at element: TraceElement) -> String {
    guard let condition else { return "A condition holds here." }
    var attributes = attributes
    for part in condition.alternatives {
      guard let program = try? ConditionProgram(part, &attributes),
        program.holds(at: element, attributes)
      else { continue }
      let values = part.attributeNames.compactMap { name -> String? in
        guard let source = try? attributes.source(named: name),
          let value = attributes.number(source, element)
        else { return nil }
        return "\(name) is \(text(value, of: name))"
      }
      let because = values.isEmpty ? "" : ": \(values.joined(separator: ", "))"
      return "\(part.expression(in: topology.network.definition)) holds here\(because)."
    }
    return "\(condition.expression(in: topology.network.definition)) holds here."
  }

  private func text(_ value: Double, of name: String) -> String {
    guard let code = Int64(exactly: value) else { return "\(value)" }
    let definition = topology.network.definition
    let domain = definition.networkAttribute(named: name).flatMap { definition.domain(of: $0) }
    let known = domain?.codedValues.first { $0.code == code }
    return known.map { "\(code) \($0.name)" } ?? "\(code)"
  }
}
