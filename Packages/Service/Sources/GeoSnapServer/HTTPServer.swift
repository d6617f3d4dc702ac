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

  /// The maximum number of connections; more wait.
  private static let connectionLimit = 512
  /// The time that a connection may be idle, and that a body may take.
  private static let patience: Duration = .seconds(20)
  /// The time in which a client must read part of the answer.
  private static let readingPatience: TimeAmount = .seconds(60)
  /// The number of bytes per write, small enough that slow clients make progress.
  private static let pieceSize = 256 << 10

  init(address: String, port: Int) {
    self.address = address
    self.port = port
  }

  var shownHost: String {
    switch address {
    case "0.0.0.0", "::", "127.0.0.1": "127.0.0.1"
    case let host where host.contains(":"): "[\(host)]"
    case let host: host
    }
  }

  /// Listens, and answers until SIGINT or SIGTERM; running requests are completed first.
  ///
  /// `isListening` is called once with the port, and returns the service.
  ///
  /// - Throws: `Failure` when the address cannot be listened on.
  func run(_ isListening: @escaping @Sendable (Int) -> NetworkService) async throws {
    var logger = Logger(label: "geosnap-serve")
    logger.logLevel = .error
    let server = Server(
      childChannelSetup: FramedChannel(
        HTTP1Channel(
          responder: { request, writer, _ in try await self.respond(to: request, writer) },
          configuration: HTTP1Channel.Configuration(
            additionalChannelHandlers: [
              SlowHeadHandler(patience: .seconds(30)),
              SlowReaderHandler(patience: Self.readingPatience),
            ],
            idleTimeout: .seconds(Self.patience.components.seconds),
            httpDecoderConfiguration: .init(
              maxHeaderFieldSize: 32 << 10,
              maxHeaderListSize: 64 << 10,
              maxHeaderFieldCount: 100
            )
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
        let service = self.service.withLock { $0 }
        service?.end()
        Task { try await server.shutdownGracefully() }
        Task {
          // Idle connections are closed after this time; running writes are completed.
          try await Task.sleep(for: .seconds(10))
          await service?.endWriting()
          // The writer still receives the answer.
          try await Task.sleep(for: .milliseconds(500))
          exit(0)
        }
      }
      source.resume()
      return source
    }
    defer { for source in sources { source.cancel() } }
    do { try await server.run() } catch {
      throw Failure.misuse(
        "The service cannot listen on \(shownHost):\(port): \(error). Give another --port."
      )
    }
  }

  // MARK: Requests

  @concurrent
  private func respond(
    to request: Request,
    _ writer: consuming ResponseWriter
  ) async throws {
    let answered = try await answer(to: request, writer)
    let answer = answered.answer
    var fields = HTTPFields()
    for (name, value) in answer.headers {
      if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
    }
    // The rest of the body is not read.
    var isOver = answered.isOver
    switch answer.body {
    case .whole(let bytes):
      if request.method == .head {
        // The length of a streamed answer is unknown, so it ends with the connection.
        isOver = isOver || (fields[.contentLength] == nil && answer.status != 304)
      } else if answer.status != 304 {
        fields[.contentLength] = "\(bytes.count)"
      }
      if isOver { fields[.connection] = "close" }
      let head = HTTPResponse(status: .init(code: answer.status), headerFields: fields)
      if bytes.count <= Self.pieceSize {
        let body =
          bytes.isEmpty ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        try await writer.write(response: head, body: body)
      } else {
        var body = try await writer.writeHead(head)
        let whole = ByteBuffer(bytes: bytes)
        for start in stride(from: 0, to: bytes.count, by: Self.pieceSize) {
          let length = min(Self.pieceSize, bytes.count - start)
          if let piece = whole.getSlice(at: start, length: length) { try await body.write(piece) }
        }
        try await body.finish(nil)
      }
    case .pieces(let pieces):
      if isOver { fields[.connection] = "close" }
      let head = HTTPResponse(status: .init(code: answer.status), headerFields: fields)
      var body = try await writer.writeHead(head)
      for try await piece in pieces { try await body.write(ByteBuffer(bytes: piece)) }
      try await body.finish(nil)
    }
    guard isOver else { return }
    // A client that still sends when the connection is closed may lose the answer.
    if let unread = answered.unread { await Self.passOver(unread) }
    throw ConnectionIsOver()
  }

  private static func passOver(_ body: RequestBody) async {
    await withTaskGroup { group in
      group.addTask { do { for try await _ in body {} } catch {} }
      group.addTask { try? await Task.sleep(for: .seconds(1)) }
      await group.next()
      group.cancelAll()
    }
  }

  private struct Answered {
    let answer: ServiceAnswer
    /// Whether the connection is closed, since part of the body may be unread.
    var isOver = false
    var unread: RequestBody?
  }

  @concurrent
  private func answer(
    to request: Request,
    _ writer: borrowing ResponseWriter
  ) async throws -> Answered {
    let hasBody =
      request.headers[.transferEncoding] != nil
      || request.headers[.contentLength].map { $0 != "0" } ?? false
    func refused(_ answer: ServiceAnswer) -> Answered {
      Answered(answer: answer, isOver: hasBody, unread: hasBody ? request.body : nil)
    }
    guard let service = service.withLock({ $0 }) else { return refused(.starting) }
    // The first one has become the authority. A second one would name another service.
    guard !request.headers.contains(where: { $0.name.canonicalName == "host" }) else {
      return refused(.twoHosts)
    }
    let head = read(request, [])
    // Without a body, the request can be answered at once.
    guard hasBody else { return Answered(answer: await service.answer(head)) }
    switch service.admission(of: head) {
    case .refused(let answer): return refused(answer)
    case .admitted(let limit):
      do {
        let body = try await body(of: request, limit, writer)
        return Answered(answer: await service.answer(read(request, body)))
      } catch let refusal as BodyRefusal {
        return Answered(answer: refusal.answer(limit), isOver: true)
      }
    }
  }

  /// The headers to read, except the host, which is the request's authority.
  private static let readNames = ServiceRequest.headerNames.compactMap { name in
    name == "host" ? nil : HTTPField.Name(name)
  }

  private func read(_ request: Request, _ body: [UInt8]) -> ServiceRequest {
    var headers: [String: String] = [:]
    headers["host"] = request.head.authority
    for name in Self.readNames {
      if let value = request.headers[name] { headers[name.canonicalName] = value }
    }
    return ServiceRequest(
      method: request.method.rawValue,
      target: request.head.path ?? "",
      headers: headers,
      body: body
    )
  }

  /// The body; throws when it is too slow or too long.
  @concurrent
  private func body(
    of request: Request,
    _ limit: Int,
    _ writer: borrowing ResponseWriter
  ) async throws -> [UInt8] {
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit {
      throw BodyRefusal.tooLong
    }
    // The client waits for this response before it sends the body.
    if request.headers[.expect]?.lowercased() == "100-continue" {
      try await writer.writeInformationalHead(HTTPResponse(status: .continue))
    }
    return try await withThrowingTaskGroup(of: [UInt8].self) { group in
      let body = request.body
      group.addTask {
        var bytes: [UInt8] = []
        for try await piece in body {
          bytes += piece.readableBytesView
          if bytes.count > limit { throw BodyRefusal.tooLong }
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

/// Closes a connection although the client may send more.
private struct ConnectionIsOver: Error {}

private enum BodyRefusal: Error {
  case tooLong
  case tooSlow

  func answer(_ limit: Int) -> ServiceAnswer {
    switch self {
    case .tooLong:
      .refusal(
        413,
        "tooLong",
        "The body has more than \(limit) bytes: send less at a time."
      )
    case .tooSlow: .refusal(408, "tooSlow", "The body did not arrive in time.")
    }
  }
}

extension ServiceAnswer {
  fileprivate static let starting = refusal(503, "starting", "The service is starting.")
  fileprivate static let twoHosts = refusal(
    400,
    "badRequest",
    "The request has more than one Host header."
  )
}
