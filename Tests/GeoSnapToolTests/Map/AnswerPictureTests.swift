import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import GeoSnapTool
import Testing

/// A network with all that pictures of answers need.
struct PicturedNetwork {
  let index: NetworkIndex
  let topology: Topology

  init(_ network: UtilityNetwork) throws {
    index = try NetworkIndex(network)
    topology = Topology(network)
  }

  var network: UtilityNetwork { index.network.base }

  static func sample() throws -> PicturedNetwork {
    try PicturedNetwork(GeoPackage.open(SampleFile.path).network)
  }

  static func water() throws -> PicturedNetwork {
    let example = try ImportedExample.water()
    return try PicturedNetwork(GeoPackage.open(example.path).network)
  }

  static func feeders() throws -> PicturedNetwork {
    let example = try ImportedExample.feeders()
    return try PicturedNetwork(GeoPackage.open(example.path).network)
  }

  func feature(_ origin: String) throws -> FeatureID {
    try #require(network.features(origin: origin).first)
  }
}

@Suite("Pictures of answers")
struct AnswerPictureTests {
  /// What holds for every picture of an answer.
  private func check(_ sheet: MapSheet, _ comment: Comment) throws {
    let figure = sheet.figure
    let svg = sheet.svg()
    #expect(svg == sheet.svg(), comment)
    let reader = try SVGReader(svg)
    for word in ["nan", "inf"] {
      #expect(!svg.contains("\"\(word)"), comment)
      #expect(!svg.contains(" \(word) "), comment)
    }
    let projection = figure.projection
    // Labels.
    let map = Envelope(minX: 0, minY: 0, maxX: projection.width, maxY: projection.height)
    let boxes = figure.texts.placed.map(\.room.box)
    for (number, box) in boxes.enumerated() {
      #expect(map.contains(box), comment)
      for other in boxes[..<number] { #expect(!box.intersects(other), comment) }
    }
    for label in figure.texts.placed {
      #expect(reader.texts.contains(label.text), comment)
    }
    // What is brought out is in the frame, or told to be outside.
    let envelopes = figure.emphasis.flatMap(\.features)
      .compactMap { figure.network.geometry(of: $0)?.envelope }
    let beyond = envelopes.count { !$0.intersects(projection.extent) }
    #expect(figure.outside.groups.map(\.count).reduce(0, +) == beyond, comment)
    #expect(Double(beyond) <= Double(envelopes.count) * 0.08, comment)
    // The legend has what is drawn, and no text leaves the picture.
    let looks = figure.emphasis.filter { emphasis in
      emphasis.features.contains { feature in
        figure.network.geometry(of: feature)?.envelope?.intersects(projection.extent) ?? false
      }
    }
    for emphasis in looks.prefix(20) {
      let begin = String(emphasis.label.prefix(8))
      #expect(reader.texts.contains { $0.hasPrefix(begin) }, comment)
    }
    for kind in Set(figure.markers.filter { projection.extent.contains($0.location) }.map(\.kind))
    where kind != .stop {
      #expect(reader.texts.contains(kind.label), comment)
    }
  }

  private func trace(
    _ network: PicturedNetwork,
    _ parameters: TraceParameters
  ) throws -> MapSheet {
    let result = try network.topology.trace(parameters)
    return try MapSheet(of: network.index, named: "net", parameters, result)
  }

  @Test("Traces of cables are fitted to what they find, with stops by the letters of their reasons")
  func electricTrace() throws {
    let network = try PicturedNetwork.sample()
    let start = TraceLocation(try network.feature("lv/line/8769"), fractionAlongEdge: 0.5)
    let sheet = try trace(network, TraceParameters(.downstream, from: [start]))
    try check(sheet, "downstream")
    let whole = try #require(Envelope.fitting(network.network.envelopes))
    #expect(sheet.figure.extent.side < whole.side / 4)
    let texts = try SVGReader(sheet.svg()).texts
    #expect(texts.contains("Stop: condition "))
    #expect(texts.contains("Start"))
    #expect(texts.contains("Controller"))
    #expect(texts.contains { $0.contains("'Device Status' = Open holds here") })
    #expect(sheet.figure.markers.contains { $0.reason == .condition && $0.label == "1" })
  }

  @Test("An isolation shows what is cut off and what has to be shut")
  func waterIsolation() throws {
    let network = try PicturedNetwork.water()
    let start = TraceLocation(try network.feature("node/153"))
    var configuration = try network.topology.defaultConfiguration(of: .isolation, from: [start])
    configuration.filter.barriers = try TraceCondition(
      parsing: "category = Isolating",
      in: network.network.definition
    )
    let sheet = try trace(
      network,
      TraceParameters(.isolation, from: [start], configuration: configuration)
    )
    try check(sheet, "isolation")
    let texts = try SVGReader(sheet.svg()).texts
    #expect(texts.contains("To be shut"))
    #expect(texts.contains { $0.hasPrefix("Isolated region") })
    #expect(sheet.figure.markers.count { $0.kind == .shut } == 3)
  }

  @Test("Subnetworks that touch have different colours, and each is named")
  func subnetworks() throws {
    let network = try PicturedNetwork.sample()
    let listing = SubnetworkListing(try network.topology.subnetworks())
    let sheet = try MapSheet(of: network.index, named: "net", network.topology, listing)
    try check(sheet, "subnetworks")
    #expect(sheet.figure.emphasis.count == listing.entries.count)
    let meetings = GroupMeetings(
      sheet.figure.emphasis.map(\.features),
      in: EditedNetwork(network.network),
      reach: 1
    )
    #expect(meetings.touching.contains { !$0.isEmpty })
    for (number, others) in meetings.touching.enumerated() {
      for other in others {
        let (one, two) = (sheet.figure.emphasis[number], sheet.figure.emphasis[other])
        #expect(one.color != two.color, "\(one.label), \(two.label)")
      }
    }
    let written = Set(sheet.figure.texts.placed.map(\.text))
    #expect(listing.entries.count { written.contains($0.name) } > 20)
  }

  @Test("Segments that meet at a valve have different colours, and valves are marked")
  func segments() throws {
    let network = try PicturedNetwork.water()
    let segments = try network.topology.isolationSegments(ignoresStatus: true)
    let sheet = try MapSheet(of: network.index, named: "net", network.topology, segments)
    try check(sheet, "segments")
    #expect(sheet.figure.emphasis.count == segments.count)
    for (first, one) in segments.enumerated() {
      for (second, two) in segments.enumerated() where first < second {
        guard !Set(one.valves).isDisjoint(with: two.valves) else { continue }
        #expect(sheet.figure.emphasis[first].color != sheet.figure.emphasis[second].color)
      }
    }
    let valves = Set(segments.flatMap(\.valves))
    #expect(sheet.figure.markers.count { $0.kind == .valve } == valves.count)
  }

  @Test("Distances have classes between round numbers, the nearer the darker")
  func distances() throws {
    let network = try PicturedNetwork.feeders()
    let start = TraceLocation(try network.feature("ext_grid/0"))
    let distances = try network.topology.distances(from: [start], cost: "Length")
    let sheet = try MapSheet(
      of: network.index,
      named: "net",
      network.topology,
      from: [start],
      distances,
      by: "Length"
    )
    try check(sheet, "distances")
    let emphasis = sheet.figure.emphasis
    #expect(emphasis.flatMap(\.features).count == distances.count)
    func light(_ color: String) throws -> Double {
      let number = try #require(Int(color.dropFirst(), radix: 16))
      return 0.3 * Double(number >> 16) + 0.59 * Double(number >> 8 & 255)
        + 0.11 * Double(number & 255)
    }
    for (near, far) in zip(emphasis, emphasis.dropFirst()) {
      #expect(try light(near.color) < light(far.color))
      #expect(near.width > far.width)
    }
    let farthest = distances.map(\.value).max() ?? 0
    #expect(
      sheet.figure.texts.placed.contains { $0.text == MapFurniture.rounded(farthest, digits: 4) }
    )
  }

  @Test(
    "Every cost is in the class whose bounds hold it",
    arguments: [0, 1e-9, 0.07, 1, 6.9, 7, 8410, 1e12] as [Double]
  )
  func classes(greatest: Double) {
    let classes = CostClasses(upTo: greatest)
    #expect((1...7).contains(classes.count))
    if greatest > 0 { #expect(classes.count >= 3) }
    for step in 0...100 {
      let cost = greatest * Double(step) / 100
      let bounds = classes.label(classes.number(of: cost)).split(separator: " ")
        .compactMap { Double($0) }
      #expect(bounds.count == 2)
      #expect(bounds[0] * (1 - 1e-9) <= cost && cost <= bounds[1] * (1 + 1e-9), "\(cost)")
    }
  }

  @Test("The way is shown when there is one, and otherwise what bars it")
  func why() throws {
    let network = try PicturedNetwork.feeders()
    let ends = (
      from: TraceLocation(try network.feature("ext_grid/0")),
      to: TraceLocation(try network.feature("bus/13"))
    )
    let reached = try network.topology.why(from: ends.from, to: ends.to)
    #expect(reached.way == reached.path)
    let way = try MapSheet(of: network.index, named: "net", network.topology, from: ends, reached)
    try check(way, "reached")
    #expect(way.figure.caption == "Reached by 9 elements.")
    var assumptions = TraceAssumptions()
    assumptions.blocked = [try network.feature("trafo/1")]
    let barred = try network.topology.why(from: ends.from, to: ends.to, assuming: assumptions)
    #expect(!barred.isReached && barred.path.isEmpty && !barred.way.isEmpty)
    let stopped = try MapSheet(
      of: network.index,
      named: "net",
      network.topology,
      from: ends,
      barred
    )
    try check(stopped, "barred")
    let texts = try SVGReader(stopped.svg()).texts
    #expect(texts.contains("What bars"))
    #expect(texts.contains("The feature is taken to bar."))
    #expect(texts.contains("Stop: barrier "))
  }

  @Test("A container is opened at its content, every piece of which is named")
  func containers() throws {
    let network = try PicturedNetwork.sample()
    let containers = network.network.associations.filter { $0.kind == .containment }
      .compactMap { network.network.feature(globalID: $0.from.globalID) }
    let views = Set(containers).map { network.index.containerView(of: $0) }
      .filter { $0.content.count > 3 }
      .sorted { $0.container.row < $1.container.row }
    #expect(!views.isEmpty)
    for view in views.prefix(Extent.count(3, long: 20, full: 200)) {
      let sheet = try MapSheet(of: network.index, named: "net", [view])
      try check(sheet, "container \(view.container)")
      let scale = try #require(view.legibleView())
      #expect(view.spacing.map { abs($0 / 24 - scale.unitsPerPixel) < 1e-12 } ?? false)
      #expect(view.extent.map { sheet.figure.projection.extent.contains($0) } ?? false)
      let names = MapNames(EditedNetwork(network.network))
      let written = sheet.figure.texts.placed.map(\.text)
      for feature in view.content where network.network.geometry(of: feature) != nil {
        let name = names.short(feature)
        #expect(written.contains { name.hasPrefix($0.prefix(20)) }, "\(name)")
      }
    }
  }

  @Test("Associations are drawn with both sides, containment too")
  func associations() throws {
    let network = try PicturedNetwork(GasFixture.network())
    let sheet = try MapSheet(
      PictureFrame(),
      of: network.index,
      named: "net",
      Array(network.network.associations)
    )
    try check(sheet, "associations")
    let texts = try SVGReader(sheet.svg()).texts
    for kind in ["Attachment ", "Containment ", "Connectivity "] {
      #expect(texts.contains(kind), "\(kind)")
    }
  }

  @Test(
    "Networks without places, with one, and with all in one place have pictures or say why not",
    arguments: [0, 1, 40],
    [0.0, 5.4e6]
  )
  func degenerate(count: Int, x: Double) throws {
    var made = MadeUpNetwork()
    for _ in 0..<count { made.add(point: x, 7, to: MadeUpNetwork.device.index) }
    let network = try PicturedNetwork(made.build())
    let features = (0..<count).map { FeatureID(table: MadeUpNetwork.device.index, row: $0) }
    var figure = MapFigure(answer: "", of: network.index, named: "net")
    figure.bringOut(features.map { ("one", [$0]) }, title: "Ones")
    figure.name(features)
    if count == 0 {
      #expect(throws: Failure.self) { try figure.fit() }
      return
    }
    try figure.fit()
    #expect(figure.extent.contains(Coordinate(x: x, y: 7)))
    try check(MapSheet(figure: figure), "\(count) at \(x)")
  }

  @Test("A trace of one feature has some of its surroundings in the picture")
  func surroundings() throws {
    let network = try PicturedNetwork.sample()
    var figure = MapFigure(answer: "", of: network.index, named: "net")
    let tap = FeatureID(table: try #require(network.network.tableIndex("PipelineJunction")), row: 0)
    figure.emphasis = [MapEmphasis(label: "One", color: "#000000", features: [tap])]
    try figure.fit()
    let whole = try #require(Envelope.fitting(network.network.envelopes))
    #expect(figure.extent.side > whole.side * 0.015)
    #expect(figure.draw().counts.inView > 5)
    try check(MapSheet(figure: figure), "one")
  }
}

extension UtilityNetwork {
  fileprivate func tableIndex(_ name: String) -> Int? { tables.firstIndex { $0.name == name } }
}
