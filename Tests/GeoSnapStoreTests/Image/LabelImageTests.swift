import Foundation
import GeoSnap
import GeoSnapColumns
import GeoSnapStore
import GeoSnapTestSupport
import GeoSnapTracing
import Testing

@Suite("Labels of subnetworks in images")
struct LabelImageTests {
  /// The sample town as a file of its own, with a cache.
  private static func town() throws -> (file: TemporaryFile, cache: ImageCache) {
    let file = try TemporaryFile()
    try FileManager.default.copyItem(atPath: SampleFile.path, toPath: file.path)
    let cache = ImageCache(
      folder: file.folder.path + "/cache",
      leastFeatures: 0,
      writesByItself: false
    )
    return (file, cache)
  }

  @Test("The subnetworks of the sample town are those of its image, and of what traces find")
  func town() throws {
    let (file, cache) = try Self.town()
    let stored = try GeoPackage.open(file.path, images: cache)
    #expect(stored.knownSubnetworkLabels == nil)
    _ = stored.topology()
    stored.image?.write()
    #expect(NetworkImage.open(file.path, cache)?.knownSubnetworkLabels == nil)
    _ = try stored.subnetworkLabels()
    stored.image?.write()
    let opened = try #require(NetworkImage.open(file.path, cache))
    let labels = try #require(opened.knownSubnetworkLabels)
    let report = try opened.topology().subnetworks()
    #expect(labels.subnetworks.map(\.name) == report.subnetworks.map(\.name))
    #expect(labels.subnetworks.map(\.functions) == report.subnetworks.map(\.functions))
    #expect(labels.subnetworks.map(\.warnings) == report.subnetworks.map(\.warnings))
    #expect(labels.subnetworks.map(\.controllers) == report.subnetworks.map(\.controllers))
    #expect(
      labels.subnetworks.map { labels.members(of: $0) }
        == report.subnetworks.map(\.elements.features)
    )
    #expect(try labels.disconnected() == report.disconnected)
    #expect(report.subnetworks.count > 100)
  }

  @Test("Labels made first bring their topology into the image")
  func alone() async throws {
    let (file, cache) = try Self.town()
    let stored = try await GeoPackage.open(file.path, images: cache, progress: nil)
    let labels = try await stored.subnetworkLabels(progress: nil)
    stored.image?.write()
    let opened = try #require(NetworkImage.open(file.path, cache))
    #expect(opened.image?.topology != nil)
    #expect(opened.knownSubnetworkLabels?.subnetworks == labels.subnetworks)
  }

  @Test("A session mends what its image has, after commits that stand beside it as well")
  func session() throws {
    let (file, cache) = try Self.town()
    let stored = try GeoPackage.open(file.path, images: cache)
    let labels = try stored.subnetworkLabels()
    stored.image?.write()
    let network = stored.network
    let member = try #require(
      labels.subnetworks.first.flatMap { labels.members(of: $0).last }
    )
    let key = FeatureKey.globalID(try #require(network.globalID(of: member)))
    do {
      let store = try NetworkStore(file.path, images: cache)
      var state = try store.takeOpening().state()
      #expect(state.hasSubnetworkLabels)
      let commit = try store.commit(NetworkTransaction("Delete", [.deleteFeature(key)]))
      try state.apply(commit)
      #expect(try state.subnetworkLabels().subnetworks(of: member).isEmpty)
      #expect(try same(state.subnetworkLabels(), state.topology.subnetworkLabels()))
      store.keepImage()
    }
    let snapshot = try GeoPackage.openSnapshot(file.path, images: cache)
    #expect(snapshot.hasSubnetworkLabels && !snapshot.commits.isEmpty)
    #expect(try same(snapshot.subnetworkLabels(), snapshot.topology().subnetworkLabels()))
    let state = try NetworkStore(file.path, images: cache).takeOpening().state()
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
    guard !list.isEmpty else { return .deleteFeature(.globalID(SampleNetwork.id(0))) }
    let feature = list[generator.int(0...list.count - 1)]
    let key = network.globalID(of: feature).map { FeatureKey.globalID($0) }
    guard let key else { return .deleteFeature(.globalID(SampleNetwork.id(0))) }
    if isController, generator.oneIn(2) {
      return .setAttributes(
        key,
        ["SUBNETWORKCONTROLLERNAME": generator.oneIn(3) ? .null : .text("S\(generator.int(1...3))")]
      )
    }
    if let geometry = network.geometry(of: feature), geometry.type == .lineString,
      generator.oneIn(3),
      let place = try? geometry.linearLocation(atFraction: 0.4)?.coordinate
    {
      return .splitLine(
        key,
        at: [SplitPlace(place)],
        newIDs: [GlobalID(high: 79, low: UInt64(generator.int(0...1 << 40)))]
      )
    }
    if generator.oneIn(2),
      network.base.tables[Int(feature.table)].column(named: "DEVICESTATUS") != nil
    {
      return .setAttributes(key, ["DEVICESTATUS": .integer(Int64(generator.int(1...2)))])
    }
    return .deleteFeature(key)
  }

  /// Whether two labels of one topology say the same.
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
    let stored = StoredNetwork(network: network)
    let topology = Topology(network)
    let content = ImageContent(
      stored: stored,
      topology: topology,
      labels: try topology.subnetworkLabels()
    )
    let file = try TemporaryFile()
    let path = file.folder.path + "/labels"
    var writer = try ImageWriter(path)
    try writer.write(content, "image")
    _ = try writer.finish()
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
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
      try Data(damaged).write(to: URL(fileURLWithPath: copy))
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
