import GeoSnapTool

/// The answer to a request.
public struct ServiceAnswer: Sendable {
  /// The body of an answer.
  public enum Body: Sendable {
    /// The complete body.
    case whole([UInt8])
    /// Parts of the body; the answer ends with the stream, or when the client stops reading.
    case pieces(AsyncThrowingStream<[UInt8], any Error>)
  }

  /// The status, such as 200.
  public var status: Int
  /// The headers, with names in lower case.
  public var headers: [(name: String, value: String)]
  /// The body.
  public var body: Body

  init(_ status: Int = 200, type: String, _ bytes: [UInt8]) {
    self.status = status
    headers = [("content-type", type)]
    body = .whole(bytes)
  }

  init(type: String, pieces: AsyncThrowingStream<[UInt8], any Error>) {
    status = 200
    headers = [("content-type", type)]
    body = .pieces(pieces)
  }

  init(_ document: JSONValue, status: Int = 200, type: String = "application/json") {
    self.init(status, type: type, document.bytes)
  }

  /// The answer to a request that is refused before it reaches the service.
  public static func refusal(_ status: Int, _ code: String, _ message: String) -> ServiceAnswer {
    ServiceRefusal(status, code, message).answer
  }

  func with(_ name: String, _ value: String) -> ServiceAnswer {
    var answer = self
    answer.headers.append((name, value))
    return answer
  }
}

/// Why a request is refused: the status, a word for the kind, and a sentence.
package struct ServiceRefusal: Error {
  let status: Int
  let code: String
  let message: String
  let headers: [(name: String, value: String)]

  init(
    _ status: Int,
    _ code: String,
    _ message: String,
    headers: [(name: String, value: String)] = []
  ) {
    (self.status, self.code, self.message, self.headers) = (status, code, message, headers)
  }

  var answer: ServiceAnswer {
    let error: [String: JSONValue] = ["code": .string(code), "message": .string(message)]
    var answer = ServiceAnswer(.object(["error": .object(error)]), status: status)
    answer.headers += headers
    return answer
  }

  /// The request is malformed.
  static func badRequest(_ message: String) -> ServiceRefusal {
    ServiceRefusal(400, "badRequest", message)
  }

  /// The request is valid, but this network has no answer to it.
  static func noAnswer(_ message: String) -> ServiceRefusal {
    ServiceRefusal(422, "noAnswer", message)
  }

  static func notFound(_ message: String) -> ServiceRefusal {
    ServiceRefusal(404, "notFound", message)
  }

  /// The request may be made again, after some seconds.
  static func busy(
    _ message: String,
    code: String = "busy",
    retryAfter seconds: Int
  ) -> ServiceRefusal {
    let headers = [(name: "retry-after", value: "\(seconds)")]
    return ServiceRefusal(503, code, message, headers: headers)
  }
}

extension VerbReply {
  func answer() throws(Failure) -> ServiceAnswer {
    guard var failure else { return ServiceAnswer(type: "application/json", output) }
    failure.document = output
    throw failure
  }
}

extension Failure {
  var answer: ServiceAnswer {
    let status = [66: 503, 74: 507, 130: 503][self.status] ?? 422
    if !document.isEmpty { return ServiceAnswer(status, type: "application/json", document) }
    return ServiceRefusal(status, code, message).answer
  }
}
