/// The parts of an HTTP request that the service reads.
public struct ServiceRequest: Sendable {
  /// The method in capitals, such as `GET`.
  public var method: String
  /// The path and the query, as in the first line.
  public var target: String
  /// The headers that the service reads, with names in lower case; the first value of each.
  public var headers: [String: String]
  /// The body.
  public var body: [UInt8]

  /// The names of the headers that the service reads.
  public static let headerNames = [
    "accept", "authorization", "content-type", "host", "if-none-match", "origin", "sec-fetch-mode",
    "sec-fetch-site", "upgrade", "x-forwarded-proto",
  ]

  /// Creates a request.
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
