import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Reads a document as XML, and fails where it is not well formed.
final class SVGReader: NSObject, XMLParserDelegate {
  /// The elements in order, with their attributes.
  private(set) var elements: [(name: String, attributes: [String: String])] = []
  /// What stands between tags, in order, empty texts left out.
  private(set) var texts: [String] = []
  private var text = ""

  init(_ document: String) throws {
    super.init()
    let parser = XMLParser(data: Data(document.utf8))
    parser.delegate = self
    let isWellFormed = parser.parse()
    try #require(
      isWellFormed,
      "line \(parser.lineNumber): \(String(describing: parser.parserError))"
    )
  }

  /// All text in one piece, with spaces between.
  var allText: String { texts.joined(separator: " ") }

  func parser(
    _ parser: XMLParser,
    didStartElement elementName: String,
    namespaceURI: String?,
    qualifiedName: String?,
    attributes: [String: String]
  ) {
    elements.append((elementName, attributes))
    finishText()
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

  func parser(
    _ parser: XMLParser,
    didEndElement elementName: String,
    namespaceURI: String?,
    qualifiedName: String?
  ) { finishText() }

  private func finishText() {
    if !text.allSatisfy(\.isWhitespace) { texts.append(text) }
    text = ""
  }
}
