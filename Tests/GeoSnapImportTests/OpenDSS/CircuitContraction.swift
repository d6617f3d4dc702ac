import GeoSnap
import GeoSnapImport

/// What remains of an imported circuit when every connectivity association, every coincidence and
/// every closed fuse is contracted: for each element the buses it joins.
struct CircuitContraction {
  /// For each element with two buses or more the groups of buses it joins, in canonical form.
  private(set) var links: [String: String] = [:]
  private(set) var buses: Set<String> = []
  /// The sets of buses that became one, if any.
  private(set) var mistakes: [String] = []

  private struct Element {
    let parts: [Contacts.Part]
    let isOpenTerminal: Bool
    let conducts: Bool
  }

  init(_ network: UtilityNetwork) {
    func element(_ row: FeatureRow) -> String? { row.origins.first { $0.className != "bus" } }
    // A switch of one phase opens at its only terminal.
    var contacts = Contacts(
      network,
      split: { element($0)?.className == "line" && $0.terminals.count == 1 },
      of: \.conducts
    )
    var elements: [String: [Element]] = [:]
    var nodes: [(part: Contacts.Part, origin: String)] = []
    for (row, parts) in contacts.features {
      for origin in row.origins where origin.className == "bus" && !row.isEdge {
        nodes.append((parts[0], origin))
        buses.insert(origin)
      }
      guard let origin = element(row) else { continue }
      let conducts =
        row.integer("INSERVICE") != 0 && (row.isEdge || row.integer("DEVICESTATUS") != 1)
      if origin.className == "fuse" {
        if conducts { contacts.join(parts) }
        continue
      }
      let isOpenTerminal = row.text("KIND") == "open terminal"
      elements[origin, default: []]
        .append(Element(parts: parts, isOpenTerminal: isOpenTerminal, conducts: conducts))
    }
    let busAt = contacts.nodes(nodes)
    mistakes = contacts.mistakes
    for (origin, elements) in elements {
      let bodies = elements.filter { !$0.isOpenTerminal }
      if bodies.count != 1 { mistakes.append("\(origin) has \(bodies.count) features.") }
      guard let body = bodies.first else { continue }
      // For each bus whether it is reached without passing an open terminal.
      var reached: [String: Bool] = [:]
      for part in body.parts {
        var (place, isOpen) = (contacts.root(part), false)
        for _ in 0...elements.count where busAt[place] == nil {
          guard
            let opening = elements.first(where: {
              $0.isOpenTerminal && contacts.root($0.parts[1]) == place
            })
          else { break }
          (place, isOpen) = (contacts.root(opening.parts[0]), true)
        }
        if let bus = busAt[place] { reached[bus] = (reached[bus] ?? true) && !isOpen }
      }
      let isSelfLoop = reached.count == 1 && origin.className == "line"
      guard reached.count > 1 || isSelfLoop else { continue }
      links[origin] = Self.canonical(reached, conducts: body.conducts)
    }
  }

  /// The buses joined, and those that are cut off, sorted.
  static func canonical(_ reached: [String: Bool], conducts: Bool) -> String {
    let joined = reached.filter { $0.value && conducts }.keys.sorted()
    let cutOff = reached.filter { !$0.value || !conducts }.keys
    let groups = (joined.isEmpty ? [] : [joined.joined(separator: "+")]) + cutOff
    return groups.sorted().joined(separator: " | ")
  }
}

extension String {
  var className: String {
    let words = split(separator: "/", omittingEmptySubsequences: false)
    let known: Set<String> = [
      "bus", "line", "transformer", "autotrans", "reactor", "capacitor", "load", "vsource",
      "isource", "generator", "indmach012", "pvsystem", "storage", "windgen", "fuse",
    ]
    return words.prefix(2).map(String.init).first { known.contains($0) } ?? ""
  }
}
