import Foundation
import GRDB
import GeoSnap
import GeoSnapColumns
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Images of networks")
struct NetworkImageTests {
  private let subject: ImageSubject
  /// A table of several rows, and its first row.
  private let table: FeatureTable
  private let key: FeatureKey

  init() throws {
    subject = try ImageSubject()
    table = try SampleNetwork.largeTable
    key = .row(table: table.name, rowID: table.rowIDs[0])
  }

  private func setOrigin(_ origin: String) -> NetworkTransaction {
    .init("", .setOrigin(key, origin))
  }

  @Test("A network from its image is the network from its rows, and answers as that")
  func sample() throws {
    let gas = ImageSubject(try TemporaryFile(holding: GasFixture.network()))
    for subject in [subject, gas] {
      #expect(!subject.hasImage)
      try subject.makeImage()
      #expect(subject.hasImage)
      try subject.expectRows("from the image")
      // Written once more, from columns that are mapped.
      let opened = try subject.opened()
      let copy = ImageContent(
        stored: opened,
        index: opened.image?.index,
        topology: opened.image?.topology,
        labels: opened.image?.labels
      )
      var writer = try ImageWriter(subject.imagePath)
      try writer.write(copy, "image")
      try subject.seal(writer.finish())
      try subject.expectRows("from an image of an image")
    }
  }

  @Test("An image is written in the background, and again with what was made later")
  func background() async throws {
    let subject = ImageSubject(try SampleNetwork.file(), writesByItself: true)
    let stored = try await GeoPackage.open(subject.file.path, images: subject.cache, progress: nil)
    #expect(try await isSoon { subject.hasImage })
    _ = try await stored.index(progress: nil)
    #expect(try await isSoon { subject.image?.image?.index != nil })
    let session = try await NetworkSession(
      subject.file.path,
      images: subject.cache,
      lookingEvery: nil
    )
    #expect(try await isSoon { subject.image?.image?.topology != nil })
    try session.commit(setOrigin("elsewhere"))
    #expect(try await isSoon { subject.snapshot?.commits.count == 1 })
  }

  @Test("Of many commits and the image beside them a new one is made, while the store goes on")
  func merging() throws {
    let subject = try ImageSubject(mostCommits: 3)
    try subject.makeImage()
    let store = try subject.store()
    for number in 1...9 {
      try store.commit(setOrigin("origin \(number)"))
      store.keepImage()
      let opened = try #require(subject.snapshot)
      #expect(opened.commits.count == number % 4, "commit \(number)")
      #expect(opened.stored.image?.topology != nil)
      try subject.expectRows("commit \(number)")
    }
    #expect(try store.undo() != nil)
    store.keepImage()
    try subject.expectRows("undone")
    let snapshot = try subject.openedSnapshot()
    #expect(snapshot.commits.count == 2)
    #expect(snapshot.network.origin(of: try #require(snapshot.network.feature(key))) == "origin 8")
  }

  @Test("While several pack and write, no commit is left out of the image")
  func mergingAtOnce() async throws {
    let subject = try ImageSubject(mostCommits: 8)
    try subject.makeImage()
    for round in 0..<6 {
      let store = try subject.store()
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<3 { group.addTask { for _ in 0..<10 { store.keepImage() } } }
        for number in 0..<20 { _ = try? store.commit(setOrigin("origin \(round) \(number)")) }
      }
      store.keepImage()
      #expect(subject.snapshot != nil)
      let snapshot = try subject.openedSnapshot()
      let edits = try #require(snapshot.network.edits(to: subject.rows().network))
      #expect(edits.isEmpty, "round \(round)")
    }
  }

  @Test("Who tolerates data is told by an image what rows tell: all that is wrong, or nothing")
  func tolerating() throws {
    func problems(_ images: ImageCache) throws -> [NetworkProblem] {
      var found: [NetworkProblem] = []
      let stored = try GeoPackage.open(subject.file.path, tolerating: &found, images: images)
      stored.image?.write()
      if found.isEmpty { try expectSame(stored, subject.rows(), "tolerated") }
      return found
    }
    // The problems that only tolerant opening reports have not been checked yet.
    try subject.makeImage()
    #expect(subject.image?.isSound == false)
    #expect(try problems(subject.cache) == [])
    #expect(subject.image?.isSound == true)
    #expect(try problems(subject.cache) == [])
    try subject.expectRows("of a sound image")

    try subject.file.execute(
      """
      ALTER TABLE un_associations ADD COLUMN FROMASSETTYPE INTEGER;
      UPDATE un_associations SET FROMASSETTYPE = 4711
      WHERE rowid = (SELECT min(rowid) FROM un_associations)
      """
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
    try subject.file.execute("UPDATE ElectricLine SET ASSETTYPE = 4711 WHERE OBJECTID = 1")
    var found: [NetworkProblem] = []
    let stored = try GeoPackage.open(subject.file.path, tolerating: &found, images: subject.cache)
    #expect(!found.isEmpty && stored.image == nil && !subject.hasImage)
    try subject.expectRows("after a look that tolerates")
  }

  @Test(
    "Whoever writes, in whatever mode, makes the image unfit",
    arguments: ["DELETE", "TRUNCATE", "PERSIST", "MEMORY", "OFF", "WAL"]
  )
  func writers(mode: String) throws {
    // Triggers call functions that only GDAL brings.
    try subject.file.execute("SELECT 1")
    let queue = try subject.file.opened()
    func execute(_ sql: String) throws {
      try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    }
    try execute("PRAGMA journal_mode = \(mode); PRAGMA synchronous = OFF")
    for round in 0..<4 {
      let place = "\(mode), round \(round)"
      if mode == "WAL" {
        // With something in the log there is no image.
        if round > 0 {
          try subject.makeImage()
          #expect(!subject.hasImage, "\(place)")
        }
        try execute("PRAGMA wal_checkpoint(TRUNCATE)")
      }
      try subject.makeImage()
      if mode != "PERSIST" || round == 0 { #expect(subject.hasImage, "\(place)") }
      try subject.expectRows("\(place), before")
      try execute("UPDATE \(table.name) SET ORIGIN = 'by \(mode) \(round)'")
      #expect(!subject.hasImage, "\(place)")
      try subject.expectRows("\(place), while the writer is there")
      if round == 2 {
        try execute("VACUUM")
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
    try subject.makeImage()
    let other = try TemporaryFile(holding: GasFixture.network())
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
    try subject.makeImage()
    let other = subject.file.folder.path + "/other.gpkg"
    try FileManager.default.copyItem(atPath: subject.file.path, toPath: other)
    let gone = try [subject.imagePath, subject.sealPath]
    try FileManager.default.removeItem(atPath: subject.file.path)
    try GeoPackage.open(other, images: subject.cache).image?.write()
    #expect(NetworkImage.open(other, subject.cache) != nil)
    #expect(!gone.contains { FileManager.default.fileExists(atPath: $0) })
  }

  @Test("A link to a file sees what programs write to the log of the file")
  func links() throws {
    try subject.file.execute("PRAGMA journal_mode = WAL")
    let link = subject.file.folder.path + "/link.gpkg"
    let path = subject.file.path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    let queue = try subject.file.opened()
    for round in 0..<3 {
      try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
      try GeoPackage.open(link, images: subject.cache).image?.write()
      #expect(NetworkImage.open(link, subject.cache) != nil, "round \(round)")
      try queue.write { try $0.execute(sql: "UPDATE \(table.name) SET ORIGIN = 'in \(round)'") }
      #expect(NetworkImage.open(link, subject.cache) == nil)
      let opened = try GeoPackage.open(link, images: subject.cache).network
      #expect(try opened.tables == GeoPackage.open(link, images: .none).network.tables)
    }
    try queue.close()
  }

  @Test("A commit of another program while a store opens in the log's mode is not sealed as read")
  func logRace() async throws {
    try subject.file.execute("PRAGMA journal_mode = WAL")
    let queue = try subject.file.opened()
    for round in 0..<12 {
      let (path, cache) = (subject.file.path, subject.cache)
      let opening = Task.detached { try NetworkStore(path, images: cache).keepImage() }
      try await Task.sleep(for: .milliseconds(round * 6))
      let sql = "UPDATE \(table.name) SET ORIGIN = 'round \(round)'"
      try await queue.write { try $0.execute(sql: sql) }
      try await opening.value
      try subject.expectRows("round \(round)")
    }
    try queue.close()
  }

  @Test("Commits after which the file holds something else are not kept beside an image")
  func unfaithful() throws {
    try subject.file.execute(
      """
      CREATE TRIGGER mine AFTER UPDATE OF ORIGIN ON \(table.name) BEGIN
        UPDATE \(table.name) SET ORIGIN = 'of the trigger' WHERE rowid <> NEW.rowid; END
      """
    )
    try subject.makeImage()
    let store = try subject.store()
    try store.commit(setOrigin("mine"))
    store.keepImage()
    #expect(subject.snapshot == nil)
    try subject.expectRows("after the trigger")
  }

  @Test("A draft that belongs to somebody else, or has two names, is not written to")
  func foreignDraft() throws {
    let files = FileManager.default
    let draft = try subject.imagePath + ".partial"
    let folder = subject.file.folder.path + "/cache"
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try write([], toFile: draft)
    try files.linkItem(atPath: draft, toPath: draft + ".second")
    try subject.makeImage()
    #expect(!subject.hasImage)
    try files.removeItem(atPath: draft + ".second")
    try files.setAttributes([.posixPermissions: 0o666], ofItemAtPath: draft)
    try subject.makeImage()
    #expect(subject.hasImage)
    let mode = try files.attributesOfItem(atPath: subject.imagePath)[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test("A damaged list of sections is told, and not read")
  func damagedList() throws {
    try subject.makeImage()
    var bytes = try bytesOfFile(subject.imagePath)
    for place in bytes.count - 60..<bytes.count where (48..<58).contains(bytes[place]) {
      bytes[place] = 57
    }
    try write(bytes, toFile: subject.imagePath)
    let image = ImageDescription(of: subject.file.path, in: subject.cache)
    #expect(image.state == .damaged)
    #expect(image.problem?.contains("list of sections") == true)
  }
}
