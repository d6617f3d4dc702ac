import ArgumentParser

/// The columns of a batch's input, and which of them are the ordinates.
struct PointColumns: Sendable {
  /// The names in the header, or `column1` and so on when there is none.
  let names: [String]
  let x: Int
  let y: Int
  let delimiter: UInt8
  /// Whether the first record holds the names.
  let hasHeader: Bool

  /// The pairs of names that are taken for ordinates without being told, in this order.
  static let knownPairs = [
    ("x", "y"), ("lon", "lat"), ("long", "lat"), ("lng", "lat"), ("longitude", "latitude"),
    ("easting", "northing"), ("east", "north"), ("point_x", "point_y"), ("x_coord", "y_coord"),
    ("rechtswert", "hochwert"),
  ]

  /// Finds the ordinates among the columns of the first record.
  ///
  /// - Parameters:
  ///   - names: The names in the header; nil when there is none.
  ///   - count: The number of columns.
  ///   - x: The name or, without a header, the number from 1 of a column; nil to find it.
  ///   - y: The same for the other ordinate.
  ///   - delimiter: What separates fields.
  /// - Throws: ``Failure`` when a column is not there, or no two are known to be coordinates.
  init(names: [String]?, count: Int, x: String?, y: String?, delimiter: UInt8) throws {
    self.delimiter = delimiter
    hasHeader = names != nil
    self.names = names ?? (1...count).map { "column\($0)" }
    if let x, let y {
      self.x = try Self.column(x, names, count)
      self.y = try Self.column(y, names, count)
    } else if let names {
      let lowercased = names.map { $0.lowercased() }
      func only(_ name: String) -> Int? {
        lowercased.count { $0 == name } == 1 ? lowercased.firstIndex(of: name) : nil
      }
      for pair in Self.knownPairs {
        guard let x = only(pair.0), let y = only(pair.1) else { continue }
        (self.x, self.y) = (x, y)
        return
      }
      throw Failure.usage(
        "No two columns are known to be coordinates: name them with --x and --y, or give "
          + "--no-header. \(Self.list(names))"
      )
    } else {
      (self.x, self.y) = (0, 1)
    }
    if self.x == self.y { throw Failure.usage("--x and --y name the same column.") }
    if self.x >= count || self.y >= count {
      throw Failure.usage("The first row has \(count) columns only: x and y need two.")
    }
  }

  /// Refuses columns that are no numbers where there is no header.
  static func checkNumbers(_ columns: [String?], noHeader: Bool) throws {
    for case let column? in columns where noHeader && Int(column).map({ $0 < 1 }) ?? true {
      throw ValidationError("With --no-header, --x and --y are numbers of columns from 1.")
    }
  }

  private static func column(_ name: String, _ names: [String]?, _ count: Int) throws -> Int {
    guard let names else {
      guard let number = Int(name), (1...count).contains(number) else {
        throw Failure.usage(
          "Without a header a column is a number from 1 to \(count), not \(name)."
        )
      }
      return number - 1
    }
    let exact = names.indices.filter { names[$0] == name }
    let found =
      exact.isEmpty
      ? names.indices.filter { names[$0].lowercased() == name.lowercased() } : exact
    guard found.count < 2 else { throw Failure.usage("Several columns are named \(name).") }
    guard let column = found.first else {
      throw Failure.usage("No column is named \(name). \(list(names))")
    }
    return column
  }

  private static func list(_ names: [String]) -> String {
    "Columns: " + names.map { $0.isEmpty ? "(unnamed)" : $0 }.joined(separator: ", ") + "."
  }
}
