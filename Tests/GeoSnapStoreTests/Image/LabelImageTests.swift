import Foundation
import GeoSnap
import GeoSnapColumns
import GeoSnapStore
import GeoSnapTestSupport
import GeoSnapTracing
import Testing

@Suite("Labels of subnetworks in images")
struct LabelImageTests {
  private static func town() throws -> ImageSubject {
    ImageSubject(try TemporaryFile(copying: SampleFile.path))
  }

  @Test("The sample town from its image has its rows, and the subnetworks that traces find")
  func town() throws {
    let subject = try Self.town()
    let stored = try subject.opened()
    #expect(stored.knownSubnetworkLabels == nil)
    _ = try stored.index()
    _ = stored.topology()
    stored.image?.write()
    #expect(try #require(subject.image).knownSubnetworkLabels == nil)
    _ = try stored.subnetworkLabels()
    stored.image?.write()
    let opened = try #require(subject.image)
    #expect(opened.network.tables == stored.network.tables)
    #expect(opened.network.associations == stored.network.associations)
    #expect(opened.network.rules == stored.network.rules)
    #expect(opened.image?.index != nil && opened.image?.topology != nil)
    #expect(opened.topology().problems == stored.topology().problems)
    let labels = try #require(opened.knownSubnetworkLabels)
    let report = try opened.topology().subnetworks()
    let (one, other) = (labels.subnetworks, report.subnetworks)
    #expect(one.map(\.name) == other.map(\.name))
    #expect(one.map(\.functions) == other.map(\.functions))
    #expect(one.map(\.warnings) == other.map(\.warnings))
    #expect(one.map(\.controllers) == other.map(\.controllers))
    #expect(one.map { labels.members(of: $0) } == other.map(\.elements.features))
    #expect(try labels.disconnected() == report.disconnected)
    #expect(other.count > 100)
  }

  @Test("Labels made first bring their topology into the image")
  func alone() async throws {
    let subject = try Self.town()
    let stored = try await GeoPackage.open(subject.file.path, images: subject.cache, progress: nil)
    let labels = try await stored.subnetworkLabels(progress: nil)
    stored.image?.write()
    let opened = try #require(subject.image)
    #expect(opened.image?.topology != nil)
    #expect(opened.knownSubnetworkLabels?.subnetworks == labels.subnetworks)
  }

  @Test("A session mends what its image has, after commits that stand beside it as well")
  func session() throws {
    let subject = try Self.town()
    let stored = try subject.opened()
    let labels = try stored.subnetworkLabels()
    stored.image?.write()
    let member = try #require(labels.subnetworks.first.flatMap { labels.members(of: $0).last })
    let key = try #require(stored.network.key(of: member))
    do {
      let store = try subject.store()
      var state = try store.takeOpening().state()
      #expect(state.hasSubnetworkLabels)
      try state.apply(try store.commit(.init("Delete", .deleteFeature(key))))
      #expect(try state.subnetworkLabels().subnetworks(of: member).isEmpty)
      #expect(try same(state.subnetworkLabels(), state.topology.subnetworkLabels()))
      store.keepImage()
    }
    let snapshot = try subject.openedSnapshot()
    #expect(snapshot.hasSubnetworkLabels && !snapshot.commits.isEmpty)
    #expect(try same(snapshot.subnetworkLabels(), snapshot.topology().subnetworkLabels()))
    let state = try subject.store().takeOpening().state()
    #expect(state.hasSubnetworkLabels && !state.network.contains(member))
    #expect(try same(state.subnetworkLabels(), state.topology.subnetworkLabels()))
  }

  @Test("After edits of the sample town, labels that are mended are those computed anew")
  func edits() throws {
    let network = try SampleTown.network
    let seeds = Extent.count(2, long: 10, full: 100)
    for seed in 1...UInt64(seeds) {
      var generator = SeededGenerator(seed: seed)
      let editor = NetworkEditor(network)
      var topology = Topology(network)
      var labels = try topology.subnetworkLabels()
      var (edits, mended) = (0, 0)
      for step in 0..<40 {
        let edit = edit(editor.snapshot, labels, &generator)
        guard
          let commit = generator.oneIn(6)
            ? editor.undo() : try? editor.commit(NetworkTransaction("", [edit]))
        else { continue }
        try topology.apply(commit)
        let before = labels
        labels = try labels.mended(after: commit, to: topology)
        edits += 1
        if before.records.map(\.members) != labels.records.map(\.members) { mended += 1 }
        if step % 4 == 3 {
          let anew = try topology.subnetworkLabels()
          #expect(same(labels, anew), "seed \(seed), step \(step): \(commit.transaction.edits)")
        }
      }
      while let commit = editor.undo() {
        try topology.apply(commit)
        labels = try labels.mended(after: commit, to: topology)
      }
      #expect(try same(labels, topology.subnetworkLabels()), "seed \(seed), all undone")
      #expect(edits > 20 && mended > 5, "seed \(seed): \(edits) edits, \(mended) mended")
    }
  }

  /// Opens, closes, deletes, splits or renames something that matters.
  private func edit(
    _ network: EditedNetwork,
    _ labels: SubnetworkLabels,
    _ generator: inout SeededGenerator
  ) -> NetworkEdit {
    let tables = network.base.tables.indices.filter { network.base.tables[$0].sourceID != nil }
    let features = network.features(table: tables[generator.int(0...tables.count - 1)])
    let controllers = labels.subnetworks.flatMap(\.controllers).map(\.feature)
    let isController = generator.oneIn(5)
    let list = isController ? controllers : features
    guard !list.isEmpty, let key = network.key(of: list[generator.int(0...list.count - 1)]),
      case .globalID = key, let feature = network.feature(key)
    else { return .deleteFeature(.globalID(SampleNetwork.id(0))) }
    if isController, generator.oneIn(2) {
      let name: AttributeValue = generator.oneIn(3) ? .null : .text("S\(generator.int(1...3))")
      return .setAttributes(key, ["SUBNETWORKCONTROLLERNAME": name])
    }
    if let geometry = network.geometry(of: feature), geometry.type == .lineString,
      generator.oneIn(3),
      let place = try? geometry.linearLocation(atFraction: 0.4)?.coordinate
    {
      let id = GlobalID(high: 79, low: UInt64(generator.int(0...1 << 40)))
      return .splitLine(key, at: [SplitPlace(place)], newIDs: [id])
    }
    let table = network.base.tables[Int(feature.table)]
    if generator.oneIn(2), table.column(named: "DEVICESTATUS") != nil {
      return .setAttributes(key, ["DEVICESTATUS": .integer(Int64(generator.int(1...2)))])
    }
    return .deleteFeature(key)
  }

  private func same(_ one: SubnetworkLabels, _ other: SubnetworkLabels) -> Bool {
    let network = one.topology.network
    return one.records.map(\.members) == other.records.map(\.members)
      && one.records.map(\.border) == other.records.map(\.border)
      && one.subnetworks.map(\.name) == other.subnetworks.map(\.name)
      && one.subnetworks.map(\.functions) == other.subnetworks.map(\.functions)
      && one.subnetworks.map(\.warnings) == other.subnetworks.map(\.warnings)
      && (0..<Int32(network.ordinalLimit)).allSatisfy { ordinal in
        let feature = network.feature(ordinal: ordinal)
        return one.subnetworks(of: feature).map(\.name)
          == other.subnetworks(of: feature).map(\.name)
      }
  }

  @Test("Labels whose numbers are damaged are refused, or answer without a crash")
  func damaged() throws {
    let network = try SampleTown.network
    let (stored, topology) = (StoredNetwork(network: network), Topology(network))
    let labels = try topology.subnetworkLabels()
    let content = ImageContent(stored: stored, topology: topology, labels: labels)
    let file = try TemporaryFile()
    let path = file.folder.path + "/labels"
    var writer = try ImageWriter(path)
    try writer.write(content, "image")
    _ = try writer.finish()
    let bytes = try bytesOfFile(path)
    // Header and record have checksums that are always compared; texts are read as those of any other part.
    let sections = try ImageFile(path).sections.filter { section in
      section.name.contains("/labels/") && section.byteCount > 0
        && !["names/", "Tiers/", "warning"].contains { section.name.contains($0) }
    }
    #expect(sections.count > 8, "\(sections.map(\.name))")
    var generator = SeededGenerator(seed: 1)
    var (refused, answered) = (0, 0)
    for number in 0..<Extent.count(60, long: 600, full: 6_000) {
      var damaged = bytes
      let section = sections[number % sections.count]
      for _ in 0..<generator.int(1...8) {
        let place = section.start + generator.int(0...section.byteCount - 1)
        damaged[place] = UInt8(generator.int(0...255))
      }
      let copy = path + "\(number)"
      try write(damaged, toFile: copy)
      defer { try? FileManager.default.removeItem(atPath: copy) }
      guard let read = try? ImageFile(copy).read("image") as ImageContent, let labels = read.labels
      else {
        refused += 1
        continue
      }
      for subnetwork in labels.subnetworks { _ = labels.members(of: subnetwork) }
      for feature in network.features { _ = labels.subnetworks(of: feature) }
      answered += 1
    }
    #expect(refused > 5 && answered > 5, "\(refused) refused, \(answered) answered")
  }
}
