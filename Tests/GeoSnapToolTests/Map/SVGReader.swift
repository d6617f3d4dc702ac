import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Reads a document as XML, and fails where it is not well formed.
final class SVGReader: NSObject, XMLParserDelegate {
  private(set) var elements: [(name: String, attributes: [String: String])] = []
  /// What stands between tags, in order, empty texts left out.
  private(set) var texts: [String] = []
  private var text = ""

  init(_ document: String) throws {
    super.init()
    let parser = XMLParser(data: Data(document.utf8))
    parser.delegate = self
    let isWellFormed = parser.parse()
    try #require(isWellFormed, "line \(parser.lineNumber): \(parser.parserError as Any)")
  }

  func parser(
    _: XMLParser,
    didStartElement name: String,
    namespaceURI _: String?,
    qualifiedName _: String?,
    attributes: [String: String]
  ) {
    elements.append((name, attributes))
    finishText()
  }

  func parser(_: XMLParser, foundCharacters string: String) { text += string }

  func parser(
    _: XMLParser,
    didEndElement _: String,
    namespaceURI _: String?,
    qualifiedName _: String?
  ) { finishText() }

  private func finishText() {
    if !text.allSatisfy(\.isWhitespace) { texts.append(text) }
    text = ""
  }
}
