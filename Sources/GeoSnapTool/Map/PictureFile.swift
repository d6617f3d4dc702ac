import Dispatch
import Foundation
import Synchronization

/// A picture file: SVG or, under a name that ends in .png, PNG;
/// a separate program makes PNG files, so that GeoSnap can be built without a library for it.
struct PictureFile {
  private let file: OutputFile
  private let painter: PicturePainter?

  var path: String { file.path }

  /// Begins a picture, or SVG on stdout for `-`; throws ``Failure`` when it exists or cannot be made.
  init(_ path: String, replacing: Bool) throws {
    painter = try PicturePainter(for: path)
    file = try OutputFile(path, replacing: replacing)
  }

  /// Writes the picture; it appears in its place when it is published.
  func write(_ sheet: MapSheet) throws {
    let svg = Array(sheet.svg().utf8)
    try file.sink.write(try painter?.png(of: svg, for: path) ?? svg)
  }

  func publish() throws { try file.publish() }
}

/// The program that makes a PNG of an SVG: librsvg's `rsvg-convert`.
package struct PicturePainter {
  private static let name = "rsvg-convert"
  private let program: URL

  /// The painter for a file, or nil for SVG; throws ``Failure`` when it cannot make such a picture.
  package init?(for path: String) throws {
    let kind = URL(fileURLWithPath: path).pathExtension.lowercased()
    let others = ["jpg", "jpeg", "gif", "webp", "tif", "tiff", "bmp", "pdf", "eps", "svgz"]
    if others.contains(kind) {
      throw Failure.usage(
        "\(path): Pictures are SVG or PNG. Give a name that ends in .svg or .png."
      )
    }
    guard kind == "png" else { return nil }
    guard let program = ProgramPath.find(Self.name) else {
      throw Failure.usage(
        "\(path): PNG files need the program \(Self.name), which is not on the PATH. Install the program (Debian "
          + "and Ubuntu: apt-get install librsvg2-bin, macOS: brew install librsvg), or give a name that "
          + "ends in .svg."
      )
    }
    self.program = URL(fileURLWithPath: program)
  }

  /// The picture as PNG, in the width that it declares; throws ``Failure`` with the program's message when it fails.
  func png(of svg: [UInt8], for path: String) throws -> [UInt8] {
    // A file, since the program may answer before it has read all of a pipe.
    let folder = FileManager.default.temporaryDirectory
    let source = folder.appendingPathComponent("geosnap-\(UUID().uuidString).svg")
    defer { try? FileManager.default.removeItem(at: source) }
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    let png: Data
    let told = Mutex(Data())
    do {
      try Data(svg).write(to: source)
      process.executableURL = program
      // Maps of large networks exceed its default limit.
      process.arguments = ["--format=png", "--unlimited", source.path]
      process.standardOutput = output
      process.standardError = errors
      try process.run()
      // Both pipes are read at the same time: a full pipe would block the program.
      let reading = DispatchGroup()
      DispatchQueue.global().async(group: reading) {
        let said = errors.fileHandleForReading.readDataToEndOfFile()
        told.withLock { $0 = said }
      }
      png = output.fileHandleForReading.readDataToEndOfFile()
      reading.wait()
      process.waitUntilExit()
    } catch {
      throw refused(path, error.localizedDescription)
    }
    guard process.terminationReason == .exit, process.terminationStatus == 0, !png.isEmpty else {
      throw refused(path, String(decoding: told.withLock { $0.prefix(500) }, as: UTF8.self))
    }
    return [UInt8](png)
  }

  private func refused(_ path: String, _ reason: String) -> Failure {
    Failure.cannotWrite(
      "\(path) cannot be written: \(Self.name) made no PNG of the picture. \(reason)",
      file: path
    )
  }
}

/// A self-contained HTML page, without scripts and external resources, which prints on A4 in landscape;
/// it is also well-formed XML, so that tools can read it.
enum HTMLPage {
  /// The page as UTF-8; `title` is not escaped yet, `body` is XML.
  static func html(title: String, body: String) -> String {
    var html = "<!DOCTYPE html>\n"
    html += "<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n"
    html += "<meta charset=\"utf-8\"/>\n"
    html += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
    html += "<title>\(title.xmlEscaped)</title>\n<style>\n\(style)</style>\n</head>\n"
    return html + "<body>\n\(body)</body>\n</html>\n"
  }

  private static let style = """
    :root { color-scheme: light; }
    body { margin: 0 auto; max-width: 1180px; padding: 28px 24px 48px; color: #1f2937;
      background: #ffffff; font: 16px/1.5 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
    h1 { margin: 0 0 4px; font-size: 28px; letter-spacing: -0.01em; }
    h2 { margin: 0 0 2px; font-size: 19px; }
    h3 { margin: 14px 0 2px; font-size: 15px; }
    header { border-bottom: 1px solid #d9dee5; padding-bottom: 12px; }
    header p, section > p, figure p { margin: 0 0 12px; max-width: 75ch; color: #374151; }
    nav a, nav strong { margin-right: 18px; }
    a { color: #0b57d0; }
    section { margin: 34px 0 0; }
    figure { margin: 34px 0 0; }
    section figure { margin: 14px 0 0; }
    figure > svg { display: block; width: 100%; height: auto; }
    figure ol { margin: 8px 0 0; padding-left: 26px; font-size: 14px; color: #374151; }
    figure ol li::marker, figure ol li strong { color: #8f1219; }
    .notes ul { margin: 0; padding: 0; list-style: none; font-size: 14px; color: #374151; }
    .notes li { position: relative; padding-left: 28px; margin: 0 0 6px; break-inside: avoid; }
    .mark { position: absolute; left: 0; top: 1px; width: 20px; height: 20px; }
    figcaption { margin-top: 6px; font-size: 13px; color: #6b7280; }
    table { border-collapse: collapse; font-size: 14px; margin: 8px 0 0; }
    th, td { text-align: left; vertical-align: top; padding: 3px 18px 3px 0;
      border-bottom: 1px solid #e3e8ee; overflow-wrap: anywhere; }
    th { border-bottom: 2px solid #9aa4b2; }
    .number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
    footer { margin-top: 40px; border-top: 1px solid #d9dee5; padding-top: 10px; font-size: 13px;
      color: #6b7280; }
    footer p { margin: 0; }
    @page { size: A4 landscape; margin: 12mm; }
    @media print {
      body { padding: 0; max-width: none; font-size: 10.5pt; print-color-adjust: exact;
        -webkit-print-color-adjust: exact; }
      nav { display: none; }
      a { color: inherit; text-decoration: none; }
      h2, h3, figure > p, section > p { break-after: avoid; }
      p { break-inside: avoid; }
      section { margin-top: 6mm; }
      section figure { margin: 0; }
      header p, section > p, figure p { margin-bottom: 4px; }
      figure > svg { max-height: 120mm; }
      figure > svg, tr { break-inside: avoid; }
      thead { display: table-header-group; }
      table { font-size: 9pt; }
    }

    """
}

extension MapFigure {
  /// The content of a figure element: the map with its legend, notes, and what was not drawn.
  func htmlContent() -> String {
    let drawing = draw()
    let captionText = caption.isEmpty ? "" : "<p>\(caption.xmlEscaped)</p>\n"
    return captionText + drawing.svg + (answer?.html ?? "") + notes.html
      + "<figcaption>\(drawing.summary.xmlEscaped)</figcaption>\n"
  }
}

extension MapAnswer {
  fileprivate var html: String {
    guard !refused.isEmpty else { return "" }
    let items = refused.map { note in
      "<li><strong>\(note.title.xmlEscaped)</strong><br/>"
        + "\(note.sentences.joined(separator: ". ").capitalizedFirst.xmlEscaped)</li>\n"
    }
    let more = untold > 0 ? "<li>\(untold.grouped) more</li>\n" : ""
    return "<ol>\n\(items.joined())\(more)</ol>\n"
  }
}

extension StringProtocol {
  /// The text as XML: markup is escaped, and characters that XML 1.0 forbids become U+FFFD.
  package var xmlEscaped: String {
    var escaped = ""
    escaped.reserveCapacity(utf8.count)
    for scalar in unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\t", "\n", "\r": escaped.unicodeScalars.append(scalar)
      case "\u{0}"..<"\u{20}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

extension Int {
  /// The number with commas between thousands, such as `12,345`.
  package var grouped: String {
    var text = ""
    for (index, digit) in String(magnitude).reversed().enumerated() {
      if index > 0 && index.isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return (self < 0 ? "-" : "") + String(text.reversed())
  }

  func counting(_ one: String, _ many: String) -> String { "\(grouped) \(self == 1 ? one : many)" }
}
