import NIOCore
import NIOHTTP1

/// Marks the end of answers for clients that do not support chunks, since later handlers know HTTP/1.1 only.
///
/// An HTTP/1.0 client does not know chunks, and an answer to HEAD has no body. Such an answer is sent as HTTP/1.0
/// unless its length is known: it ends with the connection.
final class FramingHandler: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private struct PendingRequest {
    let isOld: Bool
    let isHead: Bool
  }

  /// The requests without an answer, since clients may pipeline them.
  private var asked = CircularBuffer<PendingRequest>()

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
    let isOld = head.version.major < 1 || head.version == .http1_0
    asked.append(PendingRequest(isOld: isOld, isHead: head.method == .HEAD))
    if isOld {
      // This header makes the server close the connection after the answer.
      head.headers.replaceOrAdd(name: "connection", value: "close")
      // HTTP/1.0 has no interim responses.
      head.headers.remove(name: "expect")
    }
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(var head) where head.status.code >= 200:
      let current = asked.first
      let isUnframed = current.map { $0.isOld || $0.isHead } ?? false
      if isUnframed, head.status.mayHaveResponseBody,
        !head.headers.contains(name: "content-length")
      {
        head.version = .http1_0
      }
      if current?.isOld == true || head.version == .http1_0 {
        head.headers.replaceOrAdd(name: "connection", value: "close")
      }
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .end:
      if !asked.isEmpty { asked.removeFirst() }
      context.write(data, promise: promise)
    default: context.write(data, promise: promise)
    }
  }
}
