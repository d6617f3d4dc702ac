import ArgumentParser

/// How much of a list is told.
struct LimitOption: ParsableArguments {
  @Option(parsing: .unconditional, help: "The most items to list; all unless given.")
  var limit: Int?

  init() {}

  /// So many items; nil for all.
  init(_ limit: Int?) {
    self.init()
    // A plain assignment would make a new default of it, and no value.
    _limit.wrappedValue = limit
  }

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit must not be negative.") }
  }

  /// What of a list is told.
  func first<Item>(of items: [Item]) -> [Item] { limit.map { Array(items.prefix($0)) } ?? items }

  /// The line that counts what is left out; none when nothing is.
  func rest(of count: Int) -> [String] { LimitOption.rest(count - min(limit ?? count, count)) }

  /// The line that counts what a list leaves out; none when nothing is.
  static func rest(_ count: Int) -> [String] {
    count > 0 ? ["  and \(count) more: see --limit"] : []
  }
}
