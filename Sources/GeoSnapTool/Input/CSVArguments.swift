import ArgumentParser

/// The options for the points in a CSV file.
struct CSVArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: "The column of x: its name or, without a header, its number, from 1."
  )
  var x: String?
  @Option(parsing: .unconditional, help: "The column of y, in the same form as --x.")
  var y: String?
  @Flag(help: "Read the first row as a point, not as column names.")
  var noHeader = false
  @Option(parsing: .unconditional, help: "The field separator: one character, or tab.")
  var delimiter = DelimiterArgument.comma
  @Flag(help: "Read coordinates with a decimal comma, such as 500100,5.")
  var decimalComma = false

  /// Refuses one column without the other, and names of columns where there is no header.
  func check() throws {
    guard (x == nil) == (y == nil) else { throw ValidationError("Give both --x and --y.") }
    try PointColumns.checkNumbers([x, y], noHeader: noHeader)
  }
}
