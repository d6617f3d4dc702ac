#if os(Linux)
  import Foundation
  import GRDB
  import GeoSnap
  import Testing

  import GeoSnapStore

  /// POSIX takes all locks on a file away from a process that closes any descriptor of it.
  @Suite("A file that is opened twice keeps its locks")
  struct FileLocksTests {
    private static func locks(_ path: String) throws -> [String] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      let inode = try #require(attributes[.systemFileNumber] as? NSNumber).intValue
      let process = "\(ProcessInfo.processInfo.processIdentifier)"
      let handle = try #require(FileHandle(forReadingAtPath: "/proc/locks"))
      let lines = String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
        .split(separator: "\n")
      return lines.compactMap { line in
        let words = line.split(separator: " ")
        guard words.count > 5, words[1] == "POSIX", words[4] == process,
          words[5].split(separator: ":").last.flatMap({ Int($0) }) == inode
        else { return nil }
        return String(words[3])
      }
    }

    @Test("A reader keeps its lock while others in the process open and close the file")
    func reader() throws {
      let file = try SampleNetwork.file()
      try DatabaseFile(file.path).read { database in
        _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master")
        let before = try Self.locks(file.path)
        #expect(before.contains("READ"))
        _ = try GeoPackage.open(file.path)
        _ = try GeoPackage.readTable("ElectricLine", of: file.path)
        _ = try NetworkStore(file.path)
        #expect(throws: StoreError.self) { try GeoPackage.open(file.path + "x") }
        #expect(try Self.locks(file.path) == before)
      }
      #expect(try Self.locks(file.path).isEmpty)
    }

    @Test("A writer keeps its locks while others in the process look at the file")
    func writer() throws {
      let file = try SampleNetwork.file()
      let editing = try EditingFile(file.path, timeout: .seconds(1))
      let version = try editing.read { _ in }.version
      try editing.write(version) { database in
        try database.execute(sql: "CREATE TABLE x (a)")
        let before = try Self.locks(file.path)
        #expect(before.contains("WRITE"))
        // One reader gets the file as it was; both get out of the way.
        _ = try GeoPackage.open(file.path)
        #expect(throws: StoreError.self) { try EditingFile(file.path, timeout: .zero) }
        #expect(try Self.locks(file.path) == before)
      }
      _ = try GeoPackage.open(file.path)
    }
  }
#endif
