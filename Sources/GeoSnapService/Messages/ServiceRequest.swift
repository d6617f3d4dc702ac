/// A request as any server hands it over: what the service reads of HTTP, and no more.
package struct ServiceRequest: Sendable {
  /// The method in capitals, such as `GET`.
  package var method: String
  /// The path and the query, as they stand in the first line.
  package var target: String
  /// The values of the headers that the service reads, by their names in lower case; the first of each.
  package var headers: [String: String]
  /// The body.
  package var body: [UInt8]

  /// The headers that the service reads.
  package static let headerNames = [
    "accept", "authorization", "content-type", "host", "if-none-match", "origin", "sec-fetch-mode",
    "sec-fetch-site", "upgrade", "x-forwarded-proto",
  ]

  package init(
    method: String,
    target: String,
    headers: [String: String] = [:],
    body: [UInt8] = []
  ) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
  }
}
