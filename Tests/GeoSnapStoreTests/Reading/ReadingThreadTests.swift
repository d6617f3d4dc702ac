import Foundation
import GRDB
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Synchronization
import Testing

@Suite("A second connection checks and helps to read")
struct ReadingThreadTests {
  private final class Checks: Sendable {
    private let counted = Mutex(0)
    private let body: @Sendable (_ number: Int, Database) throws -> Void

    init(_ body: @escaping @Sendable (_ number: Int, Database) throws -> Void = { _, _ in }) {
      self.body = body
    }

    var count: Int { counted.withLock { $0 } }

    func check(_ database: Database) throws {
      let number = counted.withLock { count in
        count += 1
        return count
      }
      try body(number, database)
      try GeoPackageReader.checkPages(database)
    }
  }

  private static let damaged = NetworkError([NetworkProblem(table: "t", message: "Damaged.")])
  private static let count = "SELECT count(*) FROM ElectricLine"

  /// Returns when the thread runs, which a busy machine may begin late.
  private static func begin(_ work: @escaping @Sendable () -> Void) {
    let hasBegun = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      hasBegun.signal()
      work()
    }
    hasBegun.wait()
  }

  /// Reads a file as no more than so many checks allow, which find that it is damaged.
  private func expectDamage(
    _ checks: Checks,
    count: Int = 1,
    _ body: (Database, SecondConnection?) throws -> Void
  ) throws {
    let file = try SampleNetwork.file()
    let error = try storeError {
      try DatabaseFile(file.path).read(on: Self.begin, whileChecking: checks.check, body)
    }
    #expect(error?.problems.map(\.message) == ["Damaged."])
    #expect(checks.count == count)
  }

  @Test("It sees what the first sees, and jobs are done in order")
  func jobs() async throws {
    let file = try SampleNetwork.file()
    // A busy machine may not begin the other thread in time.
    let isHelped = try await isSoon {
      let checks = Checks()
      let answers = Mutex<[Int]>([])
      let count = try DatabaseFile(file.path).read(whileChecking: checks.check) {
        database,
        second in
        for number in 0..<5 {
          second?.submit { database in
            let count = try? Int.fetchOne(database, sql: Self.count)
            answers.withLock { $0 += [number, count ?? -1] }
          }
        }
        return second == nil ? nil : try Int.fetchOne(database, sql: Self.count)
      }
      // Whatever was not begun in time is never done.
      let (lines, done) = (count ?? 0, answers.withLock { $0 })
      #expect((0..<5).flatMap { [$0, lines] }.starts(with: done))
      #expect(checks.count == 1)
      return lines > 0
    }
    #expect(isHelped)
  }

  @Test("A file whose writers write beside it is checked by the first")
  func writeAheadLog() throws {
    let file = try SampleNetwork.file()
    let keeper = try file.opened(inLogMode: true)
    let checks = Checks()
    try DatabaseFile(file.path).read(whileChecking: checks.check) { _, second in
      #expect(second == nil)
      #expect(checks.count == 1)
    }
    #expect(try GeoPackage.open(file.path).network.tables == SampleNetwork.make().tables)
    try keeper.close()
  }

  @Test("When a writer keeps new readers out the first checks, and the writer waits")
  func waitingWriter() throws {
    let file = try SampleNetwork.file()
    var configuration = Configuration()
    configuration.busyMode = .immediateError
    configuration.allowsUnsafeTransactions = true
    let writer = try DatabaseQueue(path: file.path, configuration: configuration)
    let checks = Checks { number, _ in
      guard number == 1 else { return }
      // The first reader blocks writers, and a waiting writer blocks new readers.
      try writer.writeWithoutTransaction { database in
        try database.execute(sql: "BEGIN; CREATE TABLE x (a)")
        let error = #expect(throws: DatabaseError.self) { try database.execute(sql: "COMMIT") }
        #expect(error?.resultCode == .SQLITE_BUSY)
      }
    }
    let network = try DatabaseFile(file.path).read(on: Self.begin, whileChecking: checks.check) {
      database,
      second in
      // Waits for the second connection to have tried.
      while checks.count == 0 { usleep(1000) }
      var reader = try GeoPackageReader(database, second, isChecked: true)
      return try reader.read().network
    }
    #expect(checks.count == 2)
    #expect(try network.tables == SampleNetwork.make().tables)
    try writer.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    try writer.close()
  }

  @Test("What the check finds comes before what follows from it")
  func damageFirst() throws {
    struct Unexpected: Error {}
    let checks = Checks { _, _ in throw Self.damaged }
    try expectDamage(checks) { _, second in
      while checks.count == 0 { usleep(1000) }
      second?.submit { _ in Issue.record("A damaged file is read.") }
      throw Unexpected()
    }
  }

  @Test("A check that cannot be made there is made here, and says what is wrong")
  func fallsBack() throws {
    let checks = Checks { number, _ in
      if number == 1 { throw DatabaseError(resultCode: .SQLITE_IOERR) }
      throw Self.damaged
    }
    try expectDamage(checks, count: 2) { _, _ in while checks.count == 0 { usleep(1000) } }
  }

  @Test("Another file of the same name is not taken for the first")
  func replaced() throws {
    let (file, other) = (try SampleNetwork.file(), try SampleNetwork.file())
    let database = try DatabaseFile(file.path)
    try database.secondConnection().close()
    try FileManager.default.removeItem(atPath: file.path)
    try FileManager.default.moveItem(atPath: other.path, toPath: file.path)
    #expect(throws: DatabaseError.self) { try database.secondConnection().close() }
    let checks = Checks()
    try database.read(whileChecking: checks.check) { database, _ in
      _ = try Int.fetchOne(database, sql: Self.count)
    }
    #expect(checks.count == 1)
  }

  @Test("What has not begun is not waited for, and never begins")
  func neverBegun() {
    let late = Mutex<(@Sendable () -> Void)?>(nil)
    let second = SecondConnection()
    let hasBegun = second.start(
      on: { thread in late.withLock { $0 = thread } },
      { try DatabaseQueue() },
      check: { _ in Issue.record("Nobody waits for this.") },
      stop: { Issue.record("There is nothing to stop.") }
    )
    #expect(!hasBegun)
    late.withLock { $0 }?()
  }

  @Test("Rows without end are no longer read when the check has found the damage")
  func endless() throws {
    let checks = Checks { _, _ in
      usleep(20_000)
      throw Self.damaged
    }
    try expectDamage(checks) { database, _ in
      // Twice, as a reader may pass over what fails.
      for _ in 0..<2 {
        let rows = try Int.fetchCursor(database, sql: EndlessFile.rows)
        let error = #expect(throws: DatabaseError.self) { while try rows.next() != nil {} }
        #expect(error?.resultCode == .SQLITE_INTERRUPT)
      }
    }
  }

  @Test("Only tables whose key is the row id are read in pieces")
  func keys() throws {
    let queue = try DatabaseQueue()
    try queue.write { database in
      for (name, key, rest) in [
        ("plain", "INTEGER PRIMARY KEY", ""), ("descending", "INTEGER PRIMARY KEY DESC", ""),
        ("keyed", "INTEGER PRIMARY KEY", " WITHOUT ROWID"),
      ] {
        try database.execute(sql: "CREATE TABLE \(name) (fid \(key), a TEXT)\(rest)")
        try database.execute(sql: "INSERT INTO \(name) VALUES (3, ''), (8, '')")
      }
      // By a quirk of SQLite such a key may be NULL.
      try database.execute(sql: "INSERT INTO descending VALUES (NULL, '')")
      let schema = try DatabaseSchema(database)
      for (name, expected) in [("plain", 3...8), ("descending", nil), ("keyed", nil)]
        as [(String, ClosedRange<Int64>?)]
      {
        let table = try #require(try schema.table(name))
        #expect(table.primaryKey == "fid", "\(name)")
        #expect(try RowSelection(table, columns: ["a"]).keys(in: database) == expected, "\(name)")
      }
    }
  }

  @Test("A damaged file is refused on two threads as on one")
  func damaged() throws {
    let file = try SampleNetwork.file()
    var bytes = try file.bytes
    for place in stride(from: 4096 * 3, to: bytes.count, by: 4096) { bytes[place] = 0x77 }
    try file.write(bytes)
    let error = try storeError { try GeoPackage.open(file.path) }
    #expect(error?.code == .badData)
    #expect(error?.problems.first?.message.hasPrefix("The database is damaged: ") == true)
  }

  @Test("Many openings at once all succeed")
  func crowd() async throws {
    let file = try SampleNetwork.file()
    let expected = try SampleNetwork.make().tables
    let path = file.path
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<40 { group.addTask { try GeoPackage.open(path).network.tables == expected } }
      for try await isSame in group { #expect(isSame) }
    }
  }
}
