import Foundation
import GRDB
import GeoSnap
import GeoSnapColumns
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Images of networks")
struct NetworkImageTests {
  @Test("A network from its image is the network from its rows, and answers as that")
  func sample() throws {
    for network in [try SampleNetwork.make(), try GasFixture.network()] {
      let subject = try ImageSubject(network)
      #expect(!subject.hasImage)
      try subject.makeImage()
      #expect(subject.hasImage)
      try subject.expectRows("from the image")
      // Written once more, from columns that are mapped.
      let opened = try GeoPackage.open(subject.file.path, images: subject.cache)
      let copy = ImageContent(
        stored: opened,
        index: opened.image?.index,
        topology: opened.image?.topology,
        labels: opened.image?.labels
      )
      var writer = try ImageWriter(subject.imagePath)
      try writer.write(copy, "image")
      let facts = try writer.finish()
      let file = try #require(GeoPackageFacts(subject.file.path))
      try ImageSeal(path: subject.file.path, network: .file(file), image: facts, commits: [])
        .write(to: subject.sealPath)
      try subject.expectRows("from an image of an image")
    }
  }

  @Test("The sample town from its image has its rows, and the index and topology of them")
  func town() throws {
    let file = try TemporaryFile()
    try FileManager.default.copyItem(atPath: SampleFile.path, toPath: file.path)
    let cache = ImageCache(folder: file.folder.path + "/cache")
    let stored = try GeoPackage.open(file.path, images: cache)
    _ = try stored.index()
    _ = stored.topology()
    stored.image?.write()
    let opened = try #require(NetworkImage.open(file.path, cache))
    #expect(opened.network.tables == stored.network.tables)
    #expect(opened.network.associations == stored.network.associations)
    #expect(opened.network.rules == stored.network.rules)
    #expect(opened.image?.index != nil && opened.image?.topology != nil)
    #expect(opened.topology().problems == stored.topology().problems)
  }

  @Test("An image is written in the background, and again with what was made later")
  func background() async throws {
    let file = try TemporaryFile()
    try GeoPackage.write(try SampleNetwork.make(), to: file.path)
    let cache = ImageCache(folder: file.folder.path + "/cache", leastFeatures: 0)
    let stored = try await GeoPackage.open(file.path, images: cache, progress: nil)
    func isWrittenSoon(_ isDone: (StoredNetwork) -> Bool) async throws -> Bool {
      try await isSoon { NetworkImage.open(file.path, cache).map(isDone) ?? false }
    }
    #expect(try await isWrittenSoon { _ in true })
    _ = try await stored.index(progress: nil)
    #expect(try await isWrittenSoon { $0.image?.index != nil })
    let session = try await NetworkSession(file.path, images: cache, lookingEvery: nil)
    #expect(try await isWrittenSoon { $0.image?.topology != nil })
    let table = session.state.network.base.tables[0]
    try session.commit(
      NetworkTransaction(
        "Origin",
        [.setOrigin(.row(table: table.name, rowID: table.rowIDs[0]), "elsewhere")]
      )
    )
    #expect(
      try await isSoon { NetworkImage.openSnapshot(file.path, cache)?.commits.count == 1 }
    )
  }

  @Test(
    "Of many commits and the image they stand beside a new image is made, while the store goes on"
  )
  func merging() throws {
    let subject = try ImageSubject(try SampleNetwork.make(), mostCommits: 3)
    try subject.makeImage()
    let store = try NetworkStore(subject.file.path, images: subject.cache)
    let table = store.snapshot.base.tables[0]
    let key = FeatureKey.row(table: table.name, rowID: table.rowIDs[0])
    for number in 1...9 {
      try store.commit(NetworkTransaction("\(number)", [.setOrigin(key, "origin \(number)")]))
      store.keepImage()
      let opened = try #require(NetworkImage.openSnapshot(subject.file.path, subject.cache))
      #expect(opened.commits.count == number % 4, "commit \(number)")
      #expect(opened.stored.image?.topology != nil)
      try subject.expectRows("commit \(number)")
    }
    #expect(try store.undo() != nil)
    store.keepImage()
    try subject.expectRows("undone")
    let snapshot = try GeoPackage.openSnapshot(subject.file.path, images: subject.cache)
    #expect(snapshot.commits.count == 2)
    #expect(snapshot.network.origin(of: try #require(snapshot.network.feature(key))) == "origin 8")
  }

  @Test("While several pack and write, no commit is left out of the image")
  func mergingAtOnce() async throws {
    let subject = try ImageSubject(try SampleNetwork.make(), mostCommits: 8)
    try subject.makeImage()
    for round in 0..<6 {
      let store = try NetworkStore(subject.file.path, images: subject.cache)
      let table = store.snapshot.base.tables[0]
      let key = FeatureKey.row(table: table.name, rowID: table.rowIDs[0])
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<3 {
          group.addTask { for _ in 0..<10 { store.keepImage() } }
        }
        for number in 0..<20 {
          _ = try? store.commit(
            NetworkTransaction("", [.setOrigin(key, "origin \(round) \(number)")])
          )
        }
      }
      store.keepImage()
      #expect(NetworkImage.openSnapshot(subject.file.path, subject.cache) != nil)
      let snapshot = try GeoPackage.openSnapshot(subject.file.path, images: subject.cache)
      let rows = try GeoPackage.open(subject.file.path, images: .none).network
      #expect(try #require(snapshot.network.edits(to: rows)).isEmpty, "round \(round)")
    }
  }

  @Test("Who tolerates data is told by an image what rows tell: all that is wrong, or nothing")
  func tolerating() throws {
    let subject = try ImageSubject(try SampleNetwork.make())
    func problems(_ images: ImageCache) throws -> [NetworkProblem] {
      var found: [NetworkProblem] = []
      let stored = try GeoPackage.open(subject.file.path, tolerating: &found, images: images)
      stored.image?.write()
      if found.isEmpty {
        try expectSame(stored, try GeoPackage.open(subject.file.path, images: .none), "tolerated")
      }
      return found
    }
    // Nobody has looked yet at what only those who tolerate data are told of.
    try subject.makeImage()
    #expect(NetworkImage.open(subject.file.path, subject.cache)?.isSound == false)
    #expect(try problems(subject.cache) == [])
    let sound = try #require(NetworkImage.open(subject.file.path, subject.cache))
    #expect(sound.isSound)
    #expect(try problems(subject.cache) == [])
    try subject.expectRows("of a sound image")

    try subject.file.execute("ALTER TABLE un_associations ADD COLUMN FROMASSETTYPE INTEGER")
    try subject.file.execute(
      "UPDATE un_associations SET FROMASSETTYPE = 4711 WHERE rowid = "
        + "(SELECT min(rowid) FROM un_associations)"
    )
    let wrong = try problems(.none)
    #expect(wrong.map(\.code) == [.inconsistentAssetType])
    // The image of those who do not look is kept, and not theirs.
    try subject.makeImage()
    #expect(subject.hasImage)
    #expect(try problems(subject.cache) == wrong)
    #expect(try problems(subject.cache) == wrong)
    try subject.expectRows("beside what was tolerated")
  }

  @Test("Values that are left out for those who tolerate data are in no image")
  func toleratedValues() throws {
    let subject = try ImageSubject(try SampleNetwork.make())
    try subject.file.execute(
      "UPDATE ElectricLine SET ASSETTYPE = 4711 WHERE rowid = (SELECT min(rowid) FROM ElectricLine)"
    )
    var found: [NetworkProblem] = []
    let stored = try GeoPackage.open(
      subject.file.path,
      tolerating: &found,
      images: subject.cache
    )
    #expect(!found.isEmpty && stored.image == nil && !subject.hasImage)
    try subject.expectRows("after a look that tolerates")
  }

  @Test("Rows that cannot be read are set aside by the image as by the file")
  func unreadable() throws {
    let subject = try ImageSubject(try SampleNetwork.make())
    let table = try SampleNetwork.make().tables.first { $0.count > 2 }?.name ?? ""
    try subject.file.execute(
      "UPDATE \"\(table)\" SET GLOBALID = 'no id' WHERE rowid = (SELECT min(rowid) FROM \"\(table)\")"
    )
    try subject.makeImage()
    #expect(subject.hasImage)
    try subject.expectRows("a row of no id")
    #expect(throws: StoreError.self) {
      try GeoPackage.open(subject.file.path, strict: true, images: subject.cache)
    }
  }

  @Test(
    "Whoever writes, in whatever mode, makes the image unfit",
    arguments: ["DELETE", "TRUNCATE", "PERSIST", "MEMORY", "OFF", "WAL"]
  )
  func writers(mode: String) throws {
    let subject = try ImageSubject(try SampleNetwork.make())
    let table = try SampleNetwork.make().tables.first { $0.count > 2 }?.name ?? ""
    // Triggers call functions that only GDAL brings.
    try subject.file.execute("SELECT 1")
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(path: subject.file.path, configuration: configuration)
    try queue.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA journal_mode = \(mode)")
      try database.execute(sql: "PRAGMA synchronous = OFF")
    }
    for round in 0..<4 {
      if mode == "WAL" {
        // With something in the log there is no image.
        if round > 0 {
          try subject.makeImage()
          #expect(!subject.hasImage, "round \(round)")
        }
        try queue.writeWithoutTransaction {
          try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
        }
      }
      try subject.makeImage()
      if mode != "PERSIST" || round == 0 { #expect(subject.hasImage, "\(mode), round \(round)") }
      try subject.expectRows("\(mode), round \(round), before")
      try queue.writeWithoutTransaction { database in
        try database.execute(
          sql: "UPDATE \"\(table)\" SET ORIGIN = 'by \(mode) \(round)'"
        )
      }
      #expect(!subject.hasImage, "\(mode), round \(round)")
      try subject.expectRows("\(mode), round \(round), while the writer is there")
      if round == 2 {
        try queue.writeWithoutTransaction { try $0.execute(sql: "VACUUM") }
        #expect(!subject.hasImage)
      }
    }
    try queue.close()
    try subject.expectRows("\(mode), after the writer")
    try subject.makeImage()
    try subject.expectRows("\(mode), at last")
  }

  @Test("A file that takes the place of another has not its image")
  func replaced() throws {
    let subject = try ImageSubject(try SampleNetwork.make())
    try subject.makeImage()
    let other = try TemporaryFile()
    try GeoPackage.write(try GasFixture.network(), to: other.path)
    try FileManager.default.removeItem(atPath: subject.file.path)
    try FileManager.default.moveItem(atPath: other.path, toPath: subject.file.path)
    #expect(!subject.hasImage)
    try subject.expectRows("another file")
    try subject.makeImage()
    // The time of the content can be set to anything; that of the change cannot.
    let attributes = try FileManager.default.attributesOfItem(atPath: subject.file.path)
    try subject.file.write(try subject.file.bytes)
    try FileManager.default.setAttributes(
      [.modificationDate: attributes[.modificationDate] as Any],
      ofItemAtPath: subject.file.path
    )
    #expect(!subject.hasImage)
  }

  @Test("Images whose networks are gone are removed when another one is written")
  func orphans() throws {
    let subject = try ImageSubject(try SampleNetwork.make())
    try subject.makeImage()
    let other = subject.file.folder.path + "/other.gpkg"
    try FileManager.default.copyItem(atPath: subject.file.path, toPath: other)
    let gone = try (subject.imagePath, subject.sealPath)
    try FileManager.default.removeItem(atPath: subject.file.path)
    let stored = try GeoPackage.open(other, images: subject.cache)
    stored.image?.write()
    #expect(NetworkImage.open(other, subject.cache) != nil)
    #expect(!FileManager.default.fileExists(atPath: gone.0))
    #expect(!FileManager.default.fileExists(atPath: gone.1))
  }

  @Test("A link to a file sees what programs write to the log of the file")
  func links() throws {
    let subject = try ImageSubject(try SampleNetwork.make())
    try subject.file.execute("PRAGMA journal_mode = WAL")
    let link = subject.file.folder.path + "/link.gpkg"
    try FileManager.default.createSymbolicLink(
      atPath: link,
      withDestinationPath: subject.file.path
    )
    let table = try SampleNetwork.make().tables.first { $0.count > 2 }?.name ?? ""
    let queue = try DatabaseQueue(path: subject.file.path)
    for round in 0..<3 {
      try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
      let stored = try GeoPackage.open(link, images: subject.cache)
      stored.image?.write()
      #expect(NetworkImage.open(link, subject.cache) != nil, "round \(round)")
      try queue.write { try $0.execute(sql: "UPDATE \"\(table)\" SET ORIGIN = 'in \(round)'") }
      #expect(NetworkImage.open(link, subject.cache) == nil)
      let opened = try GeoPackage.open(link, images: subject.cache).network
      #expect(try opened.tables == GeoPackage.open(link, images: .none).network.tables)
    }
    try queue.close()
  }

  @Test("A commit of another program while a store opens in the log's mode is not sealed as read")
  func logRace() async throws {
    let subject = try ImageSubject(try SampleNetwork.make())
    try subject.file.execute("PRAGMA journal_mode = WAL")
    let table = try SampleNetwork.make().tables.first { $0.count > 2 }?.name ?? ""
    let queue = try DatabaseQueue(path: subject.file.path)
    for round in 0..<12 {
      let path = subject.file.path
      let cache = subject.cache
      async let opened: Void = onThread {
        let store = try NetworkStore(path, images: cache)
        store.keepImage()
      }
      try await Task.sleep(for: .milliseconds(round * 6))
      try await queue.write {
        try $0.execute(sql: "UPDATE \"\(table)\" SET ORIGIN = 'round \(round)'")
      }
      try await opened
      try subject.expectRows("round \(round)")
    }
    try queue.close()
  }

  private func onThread(_ work: @escaping @Sendable () throws -> Void) async throws {
    try await Task.detached { try work() }.value
  }

  @Test("Commits after which the file holds something else are not kept beside an image")
  func unfaithful() throws {
    let subject = try ImageSubject(try SampleNetwork.make())
    let table = try #require(try SampleNetwork.make().tables.first { $0.count > 2 })
    try subject.file.execute(
      """
      CREATE TRIGGER mine AFTER UPDATE OF ORIGIN ON "\(table.name)" BEGIN
        UPDATE "\(table.name)" SET ORIGIN = 'of the trigger' WHERE rowid <> NEW.rowid; END
      """
    )
    try subject.makeImage()
    let store = try NetworkStore(subject.file.path, images: subject.cache)
    let key = FeatureKey.row(table: table.name, rowID: table.rowIDs[0])
    try store.commit(NetworkTransaction("Origin", [.setOrigin(key, "mine")]))
    store.keepImage()
    #expect(NetworkImage.openSnapshot(subject.file.path, subject.cache) == nil)
    try subject.expectRows("after the trigger")
  }

  @Test("A draft that belongs to somebody else, or has two names, is not written to")
  func foreignDraft() throws {
    let subject = try ImageSubject(try SampleNetwork.make())
    let draft = try subject.imagePath + ".partial"
    try FileManager.default.createDirectory(
      atPath: subject.file.folder.path + "/cache",
      withIntermediateDirectories: true
    )
    try Data().write(to: URL(fileURLWithPath: draft))
    try FileManager.default.linkItem(atPath: draft, toPath: draft + ".second")
    try subject.makeImage()
    #expect(!subject.hasImage)
    try FileManager.default.removeItem(atPath: draft + ".second")
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: draft)
    try subject.makeImage()
    #expect(subject.hasImage)
    let mode = try FileManager.default.attributesOfItem(atPath: subject.imagePath)
    #expect(mode[.posixPermissions] as? Int == 0o600)
  }

  @Test("A damaged list of sections is told, and not read")
  func damagedList() throws {
    let subject = try ImageSubject(try SampleNetwork.make())
    try subject.makeImage()
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: subject.imagePath)))
    for place in bytes.count - 60..<bytes.count where (48..<58).contains(bytes[place]) {
      bytes[place] = 57
    }
    try Data(bytes).write(to: URL(fileURLWithPath: subject.imagePath))
    let image = ImageDescription(of: subject.file.path, in: subject.cache)
    #expect(image.state == .damaged)
    #expect(image.problem?.contains("list of sections") == true)
  }
}
