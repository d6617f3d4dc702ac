import ArgumentParser
import Foundation

struct BatchArguments: ParsableArguments {
  @Option(
    name: .customLong("batch"),
    parsing: .unconditional,
    help: "Read the places from a CSV file instead of --at; - for stdin.",
    completion: .file()
  )
  var input: String?
  @Option(
    parsing: .unconditional,
    help: "The new file for the answers of a batch; - for stdout.",
    completion: .file()
  )
  var output = "-"
  @Option(
    help:
      "The format: csv, geojson, geojsonl or gpkg; by default, the format that the ending of --output names, or csv."
  )
  var format: BatchFormat?
  @OptionGroup var csv: CSVArguments
  @Option(
    parsing: .unconditional,
    help: "The prefix for the names of the result columns of a batch."
  )
  var prefix: String?
  @Flag(
    help:
      "Skip rows that cannot be read, and list the first 100 on stderr. The exit code is then 3."
  )
  var skipBadRows = false
  @Flag(help: "Show progress on stderr even if it is not a terminal.") var progress = false
  @Flag(help: "Replace an existing output file.") var force = false

  func check(isSinglePlace: Bool, singleOnly: [String]) throws {
    guard isSinglePlace == (input == nil) else {
      throw ValidationError("Give either --at or --batch.")
    }
    if input == nil {
      let isDefault =
        output == "-" && format == nil && csv.x == nil && csv.y == nil && !csv.noHeader
        && prefix == nil && csv.delimiter == .comma && !csv.decimalComma && !skipBadRows
        && !progress && !force
      guard isDefault else {
        throw ValidationError("--output, --x, --y and other options of a batch need --batch.")
      }
      return
    }
    if let option = singleOnly.first {
      throw ValidationError("\(option) needs --at instead of --batch.")
    }
    try csv.check()
    try refuse(output == "-" && format == .gpkg, "A GeoPackage needs a file: give --output.")
  }

  /// Refuses to overwrite an input, also through a link, and to overwrite a file of another kind by a GeoPackage;
  /// throws `Failure`.
  func checkOutput(network: String) throws {
    guard let input, output != "-" else { return }
    try OutputFolder.check(output)
    let read = [
      (network, "the network"), (input == "-" ? "/dev/stdin" : input, "the file of --batch"),
    ]
    try FileIdentity.refuse(output, asOneOf: read, "--output")
    guard force, try (format ?? BatchFormat(path: output)) == .gpkg,
      let handle = FileHandle(forReadingAtPath: output)
    else { return }
    let magic = try? handle.read(upToCount: 15)
    if let magic, !magic.isEmpty, magic != Data("SQLite format 3".utf8) {
      throw Failure.usage(
        "\(output) is not a GeoPackage: a GeoPackage can replace only a GeoPackage."
      )
    }
  }
}

enum BatchFormat: String, ExpressibleByArgument, CaseIterable {
  case csv
  case geojson
  case geojsonl
  case gpkg

  /// Takes the format from the file's extension; CSV for stdout, devices and names without an extension.
  init(path: String, hasOption: Bool = true) throws {
    switch URL(fileURLWithPath: path).pathExtension.lowercased() {
    case "csv", "tsv", "txt", "": self = .csv
    case "geojson", "json": self = .geojson
    case "geojsonl", "geojsons", "ndjson", "jsonl": self = .geojsonl
    case "gpkg": self = .gpkg
    default:
      throw Failure.usage(
        "The name \(path) does not give a format: end it in .csv, .geojson or .gpkg"
          + (hasOption ? ", or give --format." : ".")
      )
    }
  }
}

struct DelimiterArgument: ExpressibleByArgument, Equatable {
  static let comma = DelimiterArgument(byte: UInt8(ascii: ","))

  let byte: UInt8

  private init(byte: UInt8) { self.byte = byte }

  init?(argument: String) {
    if argument.lowercased() == "tab" || argument == "\\t" {
      self.init(byte: UInt8(ascii: "\t"))
      return
    }
    let refused: [UInt8] = [CSVByte.quote, CSVByte.lineFeed, CSVByte.carriageReturn]
    guard let byte = argument.utf8.first, argument.utf8.count == 1, byte < 0x80,
      !refused.contains(byte)
    else { return nil }
    self.init(byte: byte)
  }

  var defaultValueDescription: String { String(UnicodeScalar(byte)) }
}

struct CSVArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: "The column of x: its name or, without a header, its number, from 1."
  )
  var x: String?
  @Option(parsing: .unconditional, help: "The column of y, in the same form as --x.") var y: String?
  @Flag(help: "Read the first row as a point, not as column names.") var noHeader = false
  @Option(parsing: .unconditional, help: "The field separator: one character, or tab.")
  var delimiter = DelimiterArgument.comma
  @Flag(help: "Read coordinates with a decimal comma, such as 500100,5.") var decimalComma = false

  func check() throws {
    guard (x == nil) == (y == nil) else { throw ValidationError("Give both --x and --y.") }
    try PointColumns.checkNumbers([x, y], noHeader: noHeader)
  }
}
