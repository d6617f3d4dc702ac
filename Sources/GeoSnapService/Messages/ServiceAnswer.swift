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
    ServiceRefusal(status: status, code: code, message: message).answer
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
  var headers: [(name: String, value: String)] = []

  var answer: ServiceAnswer {
    let error: [String: JSONValue] = ["code": .string(code), "message": .string(message)]
    var answer = ServiceAnswer(.object(["error": .object(error)]), status: status)
    answer.headers += headers
    return answer
  }

  /// The request is malformed.
  static func badRequest(_ message: String) -> ServiceRefusal {
    ServiceRefusal(status: 400, code: "badRequest", message: message)
  }

  /// The request is valid, but this network has no answer to it.
  static func noAnswer(_ message: String) -> ServiceRefusal {
    ServiceRefusal(status: 422, code: "noAnswer", message: message)
  }

  static func notFound(_ message: String) -> ServiceRefusal {
    ServiceRefusal(status: 404, code: "notFound", message: message)
  }

  /// The request may be made again, after some seconds.
  static func busy(
    _ message: String,
    code: String = "busy",
    retryAfter seconds: Int
  ) -> ServiceRefusal {
    let headers = [(name: "retry-after", value: "\(seconds)")]
    return ServiceRefusal(status: 503, code: code, message: message, headers: headers)
  }
}

extension VerbReply {
  /// The document as an answer; throws the failure with the document that was printed.
  func answer() throws(Failure) -> ServiceAnswer {
    guard var failure else { return ServiceAnswer(type: "application/json", output) }
    failure.document = output
    throw failure
  }
}

extension Failure {
  /// The failure of a verb as an answer, with the document that the verb printed.
  var answer: ServiceAnswer {
    let status =
      switch self.status {
      case 66: 503
      case 74: 507
      case 130: 503
      default: 422
      }
    if !document.isEmpty { return ServiceAnswer(status, type: "application/json", document) }
    return ServiceAnswer(
      .object(["error": .object(["code": .string(code), "message": .string(message)])]),
      status: status
    )
  }
}
