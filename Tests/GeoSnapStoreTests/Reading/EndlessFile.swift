import GRDB

/// Ties pages of a database into rows without end.
enum EndlessFile {
  static let rows =
    "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c"

  /// Puts levels of pages above a table's rows (nil: the schema's), in each of which `width`
  /// entries lead to the same page below: each level multiplies the number of rows by `width`.
  ///
  /// SQLite follows 18 levels at most.
  static func tie(_ path: String, table: String?, levels: Int = 18, width: Int = 3) throws {
    let queue = try DatabaseQueue(path: path)
    let (root, size) = try queue.read { database in
      func number(_ sql: String) throws -> Int { try Int.fetchOne(database, sql: sql) ?? 0 }
      let page = "SELECT rootpage FROM sqlite_master WHERE name = "
      return (try table.map { try number("\(page)'\($0)'") } ?? 1, try number("PRAGMA page_size"))
    }
    try queue.close()
    var bytes = try bytesOfFile(path)
    let start = (root - 1) * size
    let header = root == 1 ? 100 : 0
    var rows = Array(bytes[start..<start + size])
    if header > 0 {
      // The same page where the header of the file is missing: its cells stay where they are.
      let cells = Int(rows[header + 3]) << 8 | Int(rows[header + 4])
      let length = (rows[header] == 5 ? 12 : 8) + 2 * cells
      rows.replaceSubrange(0..<length, with: rows[header..<header + length])
    }
    bytes += rows
    for _ in 1..<levels { bytes += page(leadingTo: bytes.count / size, width, size, header: 0) }
    let top = page(leadingTo: bytes.count / size, width, size, header: header)
    bytes.replaceSubrange(start + header..<start + size, with: top[header...])
    write(bytes.count / size, to: &bytes, at: 28)
    try GeoSnapStoreTests.write(bytes, toFile: path)
  }

  private static func page(leadingTo child: Int, _ width: Int, _ size: Int, header: Int) -> [UInt8]
  {
    var page = [UInt8](repeating: 0, count: size)
    let content = size - 5 * (width - 1)
    page[header] = 5
    page[header + 4] = UInt8(width - 1)
    (page[header + 5], page[header + 6]) = (UInt8(content >> 8), UInt8(content & 255))
    write(child, to: &page, at: header + 8)
    for cell in 0..<width - 1 {
      let place = content + 5 * cell
      let pointer = header + 12 + 2 * cell
      (page[pointer], page[pointer + 1]) = (UInt8(place >> 8), UInt8(place & 255))
      write(child, to: &page, at: place)
      page[place + 4] = 1
    }
    return page
  }

  private static func write(_ number: Int, to bytes: inout [UInt8], at place: Int) {
    for byte in 0..<4 { bytes[place + byte] = UInt8(number >> (24 - 8 * byte) & 255) }
  }
}
