/// The cells of elements.
extension OpenDSSTable {
  /// For each terminal, the nodes of its open conductors.
  mutating func openNodes(_ row: Row, _ nodes: [[Int]]) -> [Set<Int>] {
    var open = [Set<Int>](repeating: [], count: nodes.count)
    let text = text(row, "open_phases")
    guard !text.isEmpty else { return open }
    for part in text.split(separator: "|", omittingEmptySubsequences: false) {
      let numbers = part.split(separator: ".", omittingEmptySubsequences: false)
        .compactMap { Int(whole: String($0)) }
      guard numbers.count == 2, (1...nodes.count).contains(numbers[0]),
        nodes[numbers[0] - 1].contains(numbers[1])
      else {
        report(
          row,
          "open_phases",
          "Terminals and their nodes joined by '|' were expected, as in 1.2|1.3; this is '\(text)'."
        )
        return open
      }
      open[numbers[0] - 1].insert(numbers[1])
    }
    return open
  }

  /// The voltage of each winding, in kilovolts.
  mutating func kilovolts(_ row: Row) -> [Double] {
    let text = text(row, "kv")
    guard !text.isEmpty else { return [] }
    var numbers: [Double] = []
    for part in text.split(separator: "/", omittingEmptySubsequences: false) {
      guard let number = Double(String(part).withoutBlanks), number.isFinite, number >= 0 else {
        report(
          row,
          "kv",
          "Voltages of 0 or more, joined by '/', were expected; this is '\(text)'."
        )
        return []
      }
      numbers.append(number)
    }
    return numbers
  }

  /// The length in metres, which is also the default unit.
  mutating func metres(_ row: Row) -> Double? {
    guard let length = number(row, "length") else { return nil }
    if length < 0 { report(row, "length", "A length cannot be negative.") }
    switch text(row, "units").lowercased() {
    case "", "none", "m", "meter", "meters", "metre", "metres": return length
    case "km": return length * 1_000
    case "mi", "mile", "miles": return length * 1_609.344
    case "kft": return length * 304.8
    case "ft", "feet", "foot": return length * 0.3048
    case "in", "inch": return length * 0.0254
    case "cm": return length / 100
    case "mm": return length / 1_000
    default:
      report(
        row,
        "units",
        "mi, kft, km, m, ft, in, cm, mm or none was expected; this is "
          + "'\(text(row, "units"))'."
      )
      return nil
    }
  }
}
