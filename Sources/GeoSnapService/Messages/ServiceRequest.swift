/// A request as any server hands it over: what the service reads of HTTP, and no more.
public struct ServiceRequest: Sendable {
  /// The method in capitals, such as `GET`.
  public var method: String
  /// The path and the query, as they stand in the first line.
  public var target: String
  /// The values of the headers that the service reads, by their names in lower case; the first of each.
  public var headers: [String: String]
  /// The body.
  public var body: [UInt8]

  /// The headers that the service reads.
  public static let headerNames = [
    "accept", "authorization", "content-type", "host", "if-none-match", "origin", "sec-fetch-mode",
    "sec-fetch-site", "upgrade", "x-forwarded-proto",
  ]

  /// A request.
  public init(
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
