import Dispatch
import Foundation
import GeoSnapService
import GeoSnapTool
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import Synchronization

/// Answers HTTP on one address until a signal ends it.
final class HTTPServer: Sendable {
  private let address: String
  private let port: Int
  private let service = Mutex<NetworkService?>(nil)

  /// So many connections at a time; more wait.
  private static let connectionLimit = 512
  /// How long a connection may say nothing, and a request may take to come.
  private static let patience: Duration = .seconds(20)

  init(address: String, port: Int) {
    self.address = address
    self.port = port
  }

  /// The host in the address that people open.
  var shownHost: String {
    switch address {
    case "0.0.0.0", "::", "127.0.0.1": "127.0.0.1"
    case let host where host.contains(":"): "[\(host)]"
    case let host: host
    }
  }

  /// Listens, and answers until SIGINT or SIGTERM; what is being answered then is answered first.
  ///
  /// - Parameter isListening: Called once with the port; it gives what answers.
  /// - Throws: `Failure` when the address cannot be listened on.
  func run(_ isListening: @escaping @Sendable (Int) -> NetworkService) async throws {
    var logger = Logger(label: "geosnap-serve")
    logger.logLevel = .error
    let server = Server(
      childChannelSetup: HTTP1Channel(
        responder: { request, writer, _ in try await self.respond(to: request, writer) },
        configuration: HTTP1Channel.Configuration(
          additionalChannelHandlers: [SlowHeadHandler(patience: .seconds(30))],
          idleTimeout: .seconds(Self.patience.components.seconds),
          httpDecoderConfiguration: .init(
            maxHeaderFieldSize: 32 << 10,
            maxHeaderListSize: 64 << 10,
            maxHeaderFieldCount: 100
          )
        )
      ),
      configuration: ServerConfiguration(
        address: .hostname(address, port: port),
        availableConnectionsDelegate: MaximumAvailableConnections(
          Self.connectionLimit,
          logger: logger
        )
      ),
      onServerRunning: { channel in
        let service = isListening(channel.localAddress?.port ?? self.port)
        self.service.withLock { $0 = service }
        Task { await service.warmUp() }
        Task { await service.watch() }
      },
      eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
      logger: logger
    )
    let sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler {
        self.service.withLock { $0 }?.end()
        Task { try await server.shutdownGracefully() }
        // Who holds a connection open without a word is not waited for.
        DispatchQueue.global().asyncAfter(deadline: .now() + 10) { exit(0) }
      }
      source.resume()
      return source
    }
    defer { for source in sources { source.cancel() } }
    do { try await server.run() } catch {
      throw Failure.misuse(
        "\(shownHost):\(port) cannot be listened on: \(error). Give another --port."
      )
    }
  }

  // MARK: Requests

  @concurrent
  private func respond(
    to request: Request,
    _ writer: consuming ResponseWriter
  ) async throws {
    var answer: ServiceAnswer
    var isOver = false
    do {
      let body = try await body(of: request)
      if let service = service.withLock({ $0 }) {
        answer = await service.answer(read(request, body))
      } else {
        answer = .starting
      }
    } catch let refusal as BodyRefusal {
      // What is left of the body is not read.
      answer = refusal.answer
      isOver = true
    }
    var fields = HTTPFields()
    for (name, value) in answer.headers {
      if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
    }
    if isOver { fields[.connection] = "close" }
    switch answer.body {
    case .whole(let bytes):
      // HEAD says how long the answer to GET would be, which is not known without making it.
      if request.method != .head, answer.status != 304 {
        fields[.contentLength] = "\(bytes.count)"
      }
      let head = HTTPResponse(status: .init(code: answer.status), headerFields: fields)
      try await writer.write(
        response: head,
        body: bytes.isEmpty ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
      )
    case .pieces(let pieces):
      let head = HTTPResponse(status: .init(code: answer.status), headerFields: fields)
      var body = try await writer.writeHead(head)
      for try await piece in pieces { try await body.write(ByteBuffer(bytes: piece)) }
      try await body.finish(nil)
    }
    if isOver { throw ConnectionIsOver() }
  }

  private func read(_ request: Request, _ body: [UInt8]) -> ServiceRequest {
    var headers: [String: String] = [:]
    for name in ServiceRequest.headerNames {
      if name == "host" {
        headers[name] = request.head.authority
      } else if let field = HTTPField.Name(name), let value = request.headers[field] {
        headers[name] = value
      }
    }
    return ServiceRequest(
      method: request.method.rawValue,
      target: request.head.path ?? "",
      headers: headers,
      body: body
    )
  }

  /// The body, which must come in time and not be too long.
  private func body(of request: Request) async throws -> [UInt8] {
    if let length = request.headers[.contentLength].flatMap({ Int($0) }),
      length > NetworkService.bodyLimit
    {
      throw BodyRefusal.tooLong
    }
    if request.headers[.contentLength] == nil, request.headers[.transferEncoding] == nil {
      return []
    }
    return try await withThrowingTaskGroup(of: [UInt8].self) { group in
      let body = request.body
      group.addTask {
        var bytes: [UInt8] = []
        for try await piece in body {
          bytes += piece.readableBytesView
          if bytes.count > NetworkService.bodyLimit { throw BodyRefusal.tooLong }
        }
        return bytes
      }
      group.addTask {
        try await Task.sleep(for: Self.patience)
        throw BodyRefusal.tooSlow
      }
      defer { group.cancelAll() }
      return try await group.next() ?? []
    }
  }
}

/// A connection that is closed though more may come.
private struct ConnectionIsOver: Error {}

/// Why a body is not read.
private enum BodyRefusal: Error {
  case tooLong
  case tooSlow

  var answer: ServiceAnswer {
    switch self {
    case .tooLong:
      .refusal(
        413,
        "tooLong",
        "The body has more than \(NetworkService.bodyLimit) bytes: send less at a time."
      )
    case .tooSlow: .refusal(408, "tooSlow", "The body does not come in time.")
    }
  }
}

extension ServiceAnswer {
  fileprivate static let starting = refusal(503, "starting", "The service is about to start.")
}
