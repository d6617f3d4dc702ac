import GeoSnap
import GeoSnapTool

/// The links in documents.
struct Links {
  private let root: String
  /// The token, if it was in the address; the links need it too.
  private let token: String?

  init(_ asked: RouteRequest, _ access: AccessRules) throws(ServiceRefusal) {
    root = "\(access.scheme(of: asked.request))://\(asked.request.headers["host"] ?? "localhost")"
    let token = RequestToken(asked.request, try Target(asked.request.target))
    self.token = token.isInQuery ? token.shown : nil
  }

  func address(_ path: String, _ query: [(name: String, value: String)] = []) -> String {
    let items = query + (token.map { [(name: RequestToken.name, value: $0)] } ?? [])
    guard !items.isEmpty else { return root + path }
    return root + path + "?"
      + items.map { "\($0.name.inQuery)=\($0.value.inQuery)" }.joined(separator: "&")
  }

  func link(
    _ relation: String,
    _ path: String,
    _ query: [(name: String, value: String)] = [],
    type: String = "application/json",
    title: String
  ) -> JSONValue {
    .object([
      "rel": .string(relation), "href": .string(address(path, query)), "type": .string(type),
      "title": .string(title),
    ])
  }
}

extension String {
  /// The text percent-encoded for a query or a path.
  package var inQuery: String {
    var text = ""
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."), UInt8(ascii: "~"), UInt8(ascii: ","), UInt8(ascii: ":"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default: text += "%" + HexDigits.text([byte])
      }
    }
    return text
  }
}
