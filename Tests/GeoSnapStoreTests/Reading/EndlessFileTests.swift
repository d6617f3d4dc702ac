import Foundation
import GRDB
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Synchronization
import Testing

// So that a reader without end does not hold the run for ever. The limit counts the time in which a
// test waits for a thread too, which is most of it under a sanitizer.
@Suite("Files whose pages are tied into rows without end", .timeLimit(.minutes(60)))
struct EndlessFileTests {
  private static func file(_ table: String?, width: Int = 3) throws -> TemporaryFile {
    let file = try SampleNetwork.file()
    try EndlessFile.tie(file.path, table: table, width: width)
    return file
  }

  /// Has no thread.
  private static func never(_ work: @escaping @Sendable () -> Void) {}

  @discardableResult
  private static func expectDamage<Answer>(_ call: () throws -> Answer) throws -> StoreError? {
    let error = try storeError(call)
    #expect(error?.code == .badData)
    #expect(error?.problems.first?.message.hasPrefix("The database is damaged: ") == true)
    return error
  }

  private static func read(
    _ file: TemporaryFile,
    check: @Sendable @escaping (Database) throws -> Void
  )
    throws -> UtilityNetwork
  {
    try DatabaseFile(file.path).read(whileChecking: check) { database, second in
      var reader = try GeoPackageReader(database, second, isChecked: true)
      return try reader.read().network
    }
  }

  // Two or three entries: few enough for SQLite to go on to the rows when it has listed them.
  @Test(
    "They are refused as damaged, whichever table it is",
    arguments: ["ElectricLine", "un_rules", "un_associations", "gpkg_contents", "un_manifest"],
    [2, 3, 200]
  )
  func refused(table: String, width: Int) throws {
    let file = try Self.file(table, width: width)
    try Self.expectDamage { try GeoPackage.open(file.path) }
    try Self.expectDamage { try NetworkStore(file.path) }
  }

  @Test("So is one whose schema has no end, before anything is asked of it", .long)
  func schema() throws {
    let file = try Self.file(nil)
    let error = try Self.expectDamage { try GeoPackage.open(file.path) }
    #expect(error?.problems.first?.message.contains("the schema has more rows") == true)
    try Self.expectDamage { try NetworkStore(file.path) }
    try Self.expectDamage { try GeoPackage.readTable("ElectricLine", of: file.path) }
  }

  @Test("Where no thread is free, the check comes first")
  func noThread() throws {
    let file = try Self.file("ElectricLine")
    try Self.expectDamage {
      try DatabaseFile(file.path).read(
        on: Self.never,
        whileChecking: GeoPackageReader.checkPages
      ) { database, second in
        #expect(second == nil)
        var reader = try GeoPackageReader(database, second, isChecked: true)
        _ = try reader.read()
      }
    }
  }

  /// Checks that cannot be made on the first connection that tries, unless that is the reader's own: a busy machine may
  /// begin the other thread when all is read.
  private final class FailingOnce: Sendable {
    private let counted = Mutex(0)
    private let own = ObjectIdentifier(Thread.current)

    var count: Int { counted.withLock { $0 } }

    func check(_ database: Database) throws {
      let isFirst = counted.withLock { count in
        count += 1
        return count == 1 && ObjectIdentifier(Thread.current) != own
      }
      if isFirst { throw DatabaseError(resultCode: .SQLITE_BUSY) }
      try GeoPackageReader.checkPages(database)
    }
  }

  @Test("Where the other thread cannot check, reading stops, and the check comes first")
  func noCheck() throws {
    let file = try Self.file("ElectricLine")
    let checks = FailingOnce()
    try Self.expectDamage { try Self.read(file, check: checks.check) }
    #expect((1...2).contains(checks.count))
  }

  @Test("A sound file is read as well when the other thread cannot check")
  func soundWithoutCheck() throws {
    let file = try SampleNetwork.file()
    let checks = FailingOnce()
    let network = try DatabaseFile(file.path).read(
      whileChecking: checks.check
    ) { database, second in
      // The first time until it is stopped.
      if second != nil { _ = try Int.fetchAll(database, sql: EndlessFile.rows + " WHERE x < 0") }
      var reader = try GeoPackageReader(database, second, isChecked: true)
      return try reader.read().network
    }
    #expect(try network.tables == SampleNetwork.make().tables)
    #expect((1...2).contains(checks.count))
  }
}
