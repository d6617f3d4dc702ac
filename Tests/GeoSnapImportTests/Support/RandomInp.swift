import GeoSnap
import GeoSnapTestSupport

/// Random input files of EPANET or SWMM, and what they say: nodes on one spot or without a place,
/// parallel links, loops, links of no length, odd names, sections in any order and case, comments,
/// tabs and line ends of every kind.
struct RandomInp {
  enum Format {
    case epanet, swmm
  }

  private(set) var nodes: Set<String> = []
  private(set) var links: Set<OriginGraph.Link> = []
  /// The layer of valves of an EPANET network, and the link of each.
  private(set) var valveLayer = "valve,link,node\n"
  private(set) var valveLinks: [String: String] = [:]
  private(set) var lengths: [String: Double] = [:]
  private(set) var bytes: [UInt8] = []

  private struct Name {
    let word: String
    let origin: String
  }

  private var random: SeededGenerator
  private var rows: [String: [String]] = [:]
  private var nodeNames: [Name] = []
  private var linkEnds: [(name: Name, ends: [Int])] = []
  private let extent: Double
  private let isPlain: Bool

  /// `isPlain`: whether names need no quotes and lines end alike, for tests that damage the file.
  init(_ format: Format, seed: UInt64, nodes count: Int, extent: Double, isPlain: Bool = false) {
    random = SeededGenerator(seed: seed)
    self.extent = extent
    self.isPlain = isPlain
    addNodes(format, count)
    addLinks(format, count * 3 / 2)
    if format == .epanet { addValves(count) }
    rows["TITLE"] = ["A random network; with a comment"]
    rows[format == .epanet ? "PATTERNS" : "TIMESERIES"] = ["1 1.0 1.2", "1 0.8 \"open"]
    write()
  }

  private mutating func name(_ number: Int, _ kind: String) -> Name {
    let styles = isPlain ? 4 : 7
    let plain: String
    switch Int.random(in: 0..<styles, using: &random) {
    case 0: plain = "\(number)"
    case 1: plain = "00\(number)"
    case 2: plain = "N-\(number)@x"
    case 3: plain = "a#\(number)%"
    case 4: plain = "two words \(number)"
    case 5: plain = "semi;\(number)"
    default: plain = "Übergabe_\(number)"
    }
    var encoded = ""
    for character in plain {
      encoded += [";": "%3B", "#": "%23", "@": "%40", "%": "%25"][character] ?? String(character)
    }
    let needsQuotes = plain.contains(" ") || plain.contains(";")
    return Name(word: needsQuotes ? "\"\(plain)\"" : plain, origin: "\(kind)/\(encoded)")
  }

  private mutating func add(_ section: String, _ words: [String]) {
    let blank = isPlain ? " " : [" ", "\t", "   ", " \t "].randomElement(using: &random) ?? " "
    var line = words.joined(separator: blank)
    if !isPlain {
      line = (["", " ", "\t"].randomElement(using: &random) ?? "") + line
      line += ["", " ;comment", ";\"", "\t"].randomElement(using: &random) ?? ""
    }
    rows[section, default: []].append(line)
  }

  private mutating func ordinate() -> Double {
    (Double.random(in: 0..<extent, using: &random) * 1000).rounded() / 1000
  }

  private mutating func addNodes(_ format: Format, _ count: Int) {
    var places: [Coordinate?] = []
    for number in 0..<count {
      let name = name(number, "node")
      nodeNames.append(name)
      nodes.insert(name.origin)
      let section: String
      switch (format, number) {
      case (.epanet, 0): section = "RESERVOIRS"
      case (.epanet, 1): section = "TANKS"
      case (.swmm, 0): section = "OUTFALLS"
      case (.swmm, 1): section = "STORAGE"
      case (.swmm, 2): section = "DIVIDERS"
      default: section = "JUNCTIONS"
      }
      let rest = [
        "TANKS": ["10", "5", "1", "9", "30", "0"], "OUTFALLS": ["1.5", "FREE"],
        "STORAGE": ["12.5", "3", "0", "TABULAR", "c"], "DIVIDERS": ["12.5", "*", "OVERFLOW"],
      ]
      add(section, [name.word] + (rest[section] ?? ["12.5"]))
      var place: Coordinate? = Coordinate(x: ordinate(), y: ordinate())
      if number > 0, random.happens(0.25) {
        place = places[Int.random(in: 0..<number, using: &random)]
      }
      if random.happens(0.08) { place = nil }
      places.append(place)
      if let place { add("COORDINATES", [name.word, "\(place.x)", "\(place.y)"]) }
    }
  }

  private mutating func addLinks(_ format: Format, _ count: Int) {
    var former = (0, 0)
    for number in 0..<count {
      let name = name(number, "link")
      var ends = (
        Int.random(in: 0..<nodeNames.count, using: &random),
        Int.random(in: 0..<nodeNames.count, using: &random)
      )
      if random.happens(0.2) { ends = former }
      if random.happens(0.05) { ends.1 = ends.0 }
      former = ends
      let words = [name.word, nodeNames[ends.0].word, nodeNames[ends.1].word]
      let length: Double = ([0, 12.5, 100, 3.25] as [Double]).randomElement(using: &random) ?? 1
      let conducts = format == .epanet ? addWaterLink(name, words, length) : true
      if format == .swmm { addSewerLink(name, words, length) }
      if random.happens(0.3) {
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          add("VERTICES", [name.word, "\(ordinate())", "\(ordinate())"])
        }
      }
      links.insert(
        OriginGraph.Link(
          origin: name.origin,
          from: nodeNames[ends.0].origin,
          to: nodeNames[ends.1].origin,
          conducts: conducts
        )
      )
      linkEnds.append((name, [ends.0, ends.1]))
    }
  }

  /// Adds a link of EPANET's and answers whether it conducts.
  private mutating func addWaterLink(_ name: Name, _ words: [String], _ length: Double) -> Bool {
    var conducts = true
    var isCheckValve = false
    switch Int.random(in: 0..<10, using: &random) {
    case 0:
      add("PUMPS", words + ["POWER", "5"])
      lengths[name.origin] = 0
    case 1, 2:
      let kind = ["PRV", "PSV", "PBV", "FCV", "TCV", "GPV", "prv", "PCV"]
        .randomElement(using: &random)
      add("VALVES", words + ["12", kind ?? "PRV", "40"])
      lengths[name.origin] = 0
    default:
      let end =
        [[], ["0.5"], ["0", "Open"], ["0", "CLOSED"], ["0", "CV"], ["cv"], ["closed"]]
        .randomElement(using: &random) ?? []
      conducts = end.last?.uppercased() != "CLOSED"
      isCheckValve = end.last?.uppercased() == "CV"
      let diameter = ["4", "8", "12", "24", "36"].randomElement(using: &random) ?? "4"
      add("PIPES", words + ["\(length)", diameter, "100"] + end)
      lengths[name.origin] = length
    }
    if !isCheckValve, random.happens(0.2) {
      let isClosed = random.happens(0.5)
      add("STATUS", [name.word, isClosed ? "Closed" : "OPEN"])
      conducts = !isClosed
    }
    return conducts
  }

  private mutating func addSewerLink(_ name: Name, _ words: [String], _ length: Double) {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: add("PUMPS", words + ["*", "OFF", "0", "0"])
    case 1: add("ORIFICES", words + ["SIDE", "0", "0.65", "NO", "0"])
    case 2: add("WEIRS", words + ["TRANSVERSE", "0", "3.3", "YES"])
    case 3: add("OUTLETS", words + ["0", "FUNCTIONAL/DEPTH", "10", "0.5", "YES"])
    default:
      add("CONDUITS", words + ["\(length)", "0.013", "0", "0"])
      let shape = ["CIRCULAR", "TRAPEZOIDAL", "EGG", "DUMMY", "force_main"]
        .randomElement(using: &random)
      add("XSECTIONS", [name.word, shape ?? "CIRCULAR", "1.5", "0", "0", "0"])
      lengths[name.origin] = length
      return
    }
    lengths[name.origin] = 0
  }

  private mutating func addValves(_ count: Int) {
    var taken: Set<String> = []
    for _ in 0..<count {
      guard let link = linkEnds.randomElement(using: &random) else { return }
      let node = nodeNames[link.ends[random.happens(0.5) ? 0 : 1]]
      // Few ends have two valves.
      guard taken.insert(link.name.origin + node.origin).inserted || random.happens(0.2) else {
        continue
      }
      let fields = [link.name.word, node.word].map { $0.hasPrefix("\"") ? $0 : "\"\($0)\"" }
      valveLayer += "\(valveLinks.count),\(fields[0]),\(fields[1])\n"
      valveLinks["valve/\(valveLinks.count)"] = link.name.origin
    }
  }

  private mutating func write() {
    var text = isPlain ? "" : "\u{FEFF}"
    let newline = isPlain ? "\n" : ["\n", "\r\n", "\r"].randomElement(using: &random) ?? "\n"
    for section in rows.keys.sorted().shuffled(using: &random) {
      let spelling = random.happens(0.3) && !isPlain ? section.lowercased() : section
      text += "[\(spelling)]\(newline);; a comment; with \"quotes\(newline)\(newline)"
      for row in rows[section] ?? [] { text += row + newline }
      text += newline
    }
    text += "[END]\(newline)"
    bytes = Array(text.utf8)
  }
}
