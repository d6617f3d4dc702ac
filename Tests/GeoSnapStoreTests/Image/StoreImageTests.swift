import Foundation
import GeoSnap
import GeoSnapPostgres
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Images of networks, whatever store they are in", .onBothStores)
struct StoreImageTests {
  private let subject: StoreSubject
  private let folder: TemporaryFile
  private var images: ImageCache { cache() }

  init() async throws {
    subject = try await StoreSubject(SampleNetwork.make(), imports: SampleNetwork.imports)
    folder = try TemporaryFile()
  }

  private func cache(
    in other: String? = nil,
    leastFeatures: Int = 0,
    writesByItself: Bool = false
  ) -> ImageCache {
    ImageCache(
      folder: other ?? folder.folder.path + "/cache",
      leastFeatures: leastFeatures,
      writesByItself: writesByItself
    )
  }

  private func makeImage(_ images: ImageCache) throws {
    let stored = try subject.place.openSnapshot(images: images).stored
    _ = try stored.index()
    _ = stored.topology()
    _ = try stored.subnetworkLabels()
    stored.image?.write()
  }

  private func state(_ images: ImageCache) throws -> ImageDescription.State {
    try subject.place.image(in: images, isChecked: true).state
  }

  private func expectRows(_ place: Comment, commits: Int? = nil) async throws {
    let rows = try await subject.stored().network
    let opened = try subject.place.openSnapshot(images: images)
    #expect(opened.network.featureCount == rows.featureCount, place)
    #expect(try #require(opened.network.edits(to: rows)).isEmpty, place)
    if let commits { #expect(opened.commitCount == commits, place) }
    let session = try await subject.place.session(allowsUnconnected: true, images: images)
    #expect(try #require(session.state.network.edits(to: rows)).isEmpty, place)
  }

  @Test("A network from its image is the network from its rows, and answers as that")
  func whole() async throws {
    #expect(try state(images) == .missing)
    try makeImage(images)
    let description = try subject.place.image(in: images, isChecked: true)
    #expect(description.state == .fits && description.commitCount == 0)
    #expect(!description.sections.isEmpty)
    let opened = try subject.place.openSnapshot(images: images)
    #expect(opened.stored.image?.index != nil)
    try expectSame(opened.stored, try await subject.stored(), "from the image")
    try await expectRows("from the image", commits: 0)
    #expect(try subject.place.removeImage(in: images))
    #expect(try !subject.place.removeImage(in: images))
    #expect(try state(images) == .missing)
  }

  @Test("Small networks, and those of a cache that is none, have no image")
  func none() async throws {
    try makeImage(cache(leastFeatures: 1000))
    #expect(try state(images) == .missing)
    #expect(try subject.place.openSnapshot(images: .none).stored.image == nil)
    #expect(try subject.place.image(in: .none).path == nil)
  }

  @Test("An image of a database is written in the background")
  func background() async throws {
    // That of a file: NetworkImageTests.
    guard subject.file == nil else { return }
    let images = cache(writesByItself: true)
    _ = try await subject.place.openSnapshot(images: images, progress: nil)
    #expect(try await isSoon { try state(images) == .fits })
  }

  @Test("With its image a network opens as it is after commits, undo and what others write")
  func commits() async throws {
    try makeImage(images)
    let table = try SampleNetwork.largeTable
    do {
      let session = try await subject.place.session(allowsUnconnected: true, images: images)
      for number in 1...3 {
        let key = FeatureKey.row(table: table.name, rowID: table.rowIDs[0])
        try session.commit(.init("\(number)", .setOrigin(key, "origin \(number)")))
      }
      try session.undo()
      // For a file the committing session keeps it beside the image, after a pause in commits.
      if subject.file == nil { try await expectRows("after commits", commits: 4) }
    }
    try await expectRows("after commits, closed")
    let row = table.rowIDs[1]
    try subject.execute("UPDATE \(table.name) SET ORIGIN = 'theirs' WHERE OBJECTID = \(row)")
    try await expectRows("after others")
  }

  @Test("What a folder that cannot be written to lacks is read from rows")
  func unwritable() async throws {
    try folder.write([])
    let images = cache(in: folder.path + "/under-a-file")
    try makeImage(images)
    #expect(try state(images) == .missing)
    #expect(try subject.place.openSnapshot(images: images).network.featureCount > 0)
  }

  @Test("Rows that cannot be read are set aside by the image as by the store")
  func unreadable() async throws {
    let table = try SampleNetwork.largeTable
    try subject.execute(
      "UPDATE \(table.name) SET ASSETGROUP = 4711 WHERE OBJECTID = \(table.rowIDs[0])"
    )
    try makeImage(images)
    #expect(try state(images) == .fits)
    let opened = try subject.place.openSnapshot(images: images)
    #expect(opened.unreadableRowCount > 0)
    try expectSame(opened.stored, try await subject.stored(), "with rows set aside")
    #expect(throws: StoreError.self) {
      try subject.place.openSnapshot(strict: true, images: images)
    }
  }

  @Test("What takes the place of a network has not its image")
  func replaced() async throws {
    try makeImage(images)
    try await subject.write(try GasFixture.network())
    #expect(try state(images) != .fits)
    try await expectRows("another network", commits: 0)
    try makeImage(images)
    #expect(try state(images) == .fits)
    try await expectRows("another network's image", commits: 0)
  }
}
