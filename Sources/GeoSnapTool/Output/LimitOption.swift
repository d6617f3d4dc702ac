import ArgumentParser

/// The option that limits the items of a list.
struct LimitOption: ParsableArguments {
  @Option(parsing: .unconditional, help: "The maximum number of items to list; by default, all.")
  var limit: Int?

  init() {}

  /// Limits to a number of items; nil for all.
  init(_ limit: Int?) {
    self.init()
    // An assignment to the property would change its default instead of its value.
    _limit.wrappedValue = limit
  }

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit must not be negative.") }
  }

  func first<Item>(of items: [Item]) -> [Item] { limit.map { Array(items.prefix($0)) } ?? items }

  /// A line with the number of items beyond the limit; empty for none.
  func rest(of count: Int) -> [String] { LimitOption.rest(count - min(limit ?? count, count)) }

  /// A line with the number of items that a list leaves out; empty for none.
  static func rest(_ count: Int) -> [String] {
    count > 0 ? ["  and \(count) more: see --limit"] : []
  }
}
