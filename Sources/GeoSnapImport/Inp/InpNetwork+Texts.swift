internal import GeoSnap

extension InpNetwork {
  mutating func readTags() -> Int {
    var others = 0
    forEachDrawingRow(of: "TAGS") { (network, row) throws(ReadingError) in
      let tag = AttributeValue.text(row.words.dropFirst(2).joined(separator: " "))
      if row.isKeyword(0, "NODE") {
        let node = try network.node(row, 1)
        network.nodes[node].description.attributes[FieldName.tag] = tag
      } else if row.isKeyword(0, "LINK") {
        let link = try network.link(row, 1)
        network.links[link].description.attributes[FieldName.tag] = tag
        network.setLinkAttribute(link, FieldName.tag, tag)
      } else {
        others += 1
      }
    }
    return others + unusedRows(of: "TAGS")
  }

  mutating func readControls() -> [Int: [String]] {
    var texts: [Int: [String]] = [:]
    let start =
      file.rows("TIMES").last { $0.isKeyword(0, "STAR") }
      .flatMap { Self.seconds($0.words.suffix(1)) ?? Self.seconds($0.words.suffix(2)) }
    forEachRow(of: "CONTROLS") { (network, row) throws(ReadingError) in
      let link = try network.link(row, 1)
      let control = [
        "LINK", "link", "status", "IF or AT", "NODE, TIME or CLOCKTIME", "node or time",
      ]
      try row.need(control + (row.isKeyword(3, "IF") ? ["ABOVE or BELOW", "level"] : []))
      texts[link, default: []].append(row.text)
      let isOff = row.words.last.map { $0.uppercased().hasPrefix("DISABL") } ?? false
      if row.isKeyword(3, "AT"), !isOff, let time = InpNetwork.seconds(row.words[5...]),
        row.isKeyword(4, "CLOCK")
          ? (time - (start ?? 0)).truncatingRemainder(dividingBy: 86_400) == 0 : time == 0
      {
        network.count(
          "Controls that act at time 0, which the status does not reflect",
          at: row.place
        )
      }
      network.count("controls")
    }
    return texts
  }

  /// The seconds of a time such as `7:30 PM` or `90 MIN`, as EPANET reads it; nil for other words.
  private static func seconds(_ words: ArraySlice<String>) -> Double? {
    let parts = words.first?.split(separator: ":").map { InpFile.number(String($0)) } ?? []
    guard !parts.isEmpty, !parts.contains(nil) else { return nil }
    let time = zip(parts, [3600.0, 60, 1]).reduce(0.0) { $0 + ($1.0 ?? 0) * $1.1 }
    guard let unit = words.dropFirst().first?.uppercased() else { return time }
    let half = 43_200.0
    switch unit.prefix(3) {
    case "SEC": return time / 3600
    case "MIN": return time / 60
    case "HOU": return time
    case "DAY": return time * 24
    case _ where unit.hasPrefix("AM"): return time >= half ? time - half : time
    case _ where unit.hasPrefix("PM"): return time >= half ? time : time + half
    default: return nil
    }
  }

  /// Each rule as text for the links on which it acts; `premise` names the required words of a premise.
  mutating func readRules(_ section: String, premise: (InpFile.Row) -> [String]) -> [Int: [String]]
  {
    var texts: [Int: [String]] = [:]
    var rule: [String] = []
    var targets: [Int] = []
    var isAction = false
    var hasActions = false
    var definitions = 0
    var idle: [String] = []
    func finish() {
      if !rule.isEmpty, !hasActions { idle.append(rule[0]) }
      for target in targets { texts[target, default: []].append(rule.joined(separator: "\n")) }
      rule = []
      targets = []
      isAction = false
      hasActions = false
    }
    forEachRow(of: section) { (network, row) throws(ReadingError) in
      let word = row.words[0].uppercased()
      if word == "RULE" {
        finish()
        network.count("rules")
      } else if ["VARIABLE", "EXPRESSION"].contains(word), section == "CONTROLS" {
        definitions += 1
        return
      } else if rule.isEmpty {
        throw row.error("'\(row.words[0].prefix(40))' comes before the first RULE.")
      }
      rule.append(row.text)
      switch word {
      case "IF", "PRIORITY": isAction = false
      case "THEN", "ELSE":
        isAction = true
        hasActions = true
      default: break
      }
      if ["RULE", "PRIORITY"].contains(word) { _ = try row.word(1, "name or number") }
      guard ["IF", "AND", "OR", "THEN", "ELSE"].contains(word) else { return }
      guard isAction else { return try row.need(premise(row)) }
      try row.need(Self.action)
      let target = try network.link(row, 2)
      if !targets.contains(target) { targets.append(target) }
    }
    finish()
    if definitions > 0 {
      note("Variables and expressions of [\(section)] that are not kept: \(definitions).")
    }
    for rule in idle {
      let isOneLine = rule.uppercased().split(separator: " ").contains("THEN")
      note(
        isOneLine
          ? "'\(rule)' is not kept: each clause, such as IF or THEN, needs a separate line."
          : "'\(rule)' has no THEN and acts on nothing: it is not kept."
      )
    }
    return texts
  }

  private static let action = ["THEN", "kind of link", "link", "attribute", "IS or =", "value"]

  mutating func keep(_ texts: [Int: [String]]) {
    guard !texts.isEmpty else { return }
    for (link, lines) in texts {
      setLinkAttribute(link, FieldName.controls, .text(lines.joined(separator: "\n")))
    }
    note(
      "Controls and rules are not run: their text is kept in the field CONTROLS of "
        + "\(Words.count(texts.count, "link"))."
    )
  }

  /// The number of rows of each section that is not read, including unreadable rows of coordinates and vertices.
  func unreadSections(read: Set<String>) -> [String: Int] {
    var counts: [String: Int] = [:]
    for section in ["COORDINATES", "VERTICES"] where unusedRows(of: section) > 0 {
      counts[section.lowercased()] = unusedRows(of: section)
    }
    for (section, rows) in file.sections where !read.contains(section) && !rows.isEmpty {
      counts[section.lowercased()] = rows.count
    }
    return counts
  }
}
