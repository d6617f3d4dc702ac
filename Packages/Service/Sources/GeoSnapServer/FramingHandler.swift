import NIOCore
import NIOHTTP1

/// Sees to what ends an answer on the wire: what comes behind it knows of HTTP/1.1 alone.
///
/// A client of HTTP/1.0 knows no chunks, and after HEAD there is no body to have any. Such an answer says that it is of
/// HTTP/1.0 unless its length is known: it ends where the connection does.
final class FramingHandler: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private struct Asked {
    let isOld: Bool
    let isHead: Bool
  }

  /// The requests that are not answered yet: several may come at once.
  private var asked = CircularBuffer<Asked>()

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
    let isOld = head.version.major < 1 || head.version == .http1_0
    asked.append(Asked(isOld: isOld, isHead: head.method == .HEAD))
    if isOld {
      // The server closes behind the answer where the request says so.
      head.headers.replaceOrAdd(name: "connection", value: "close")
      // A word before the answer is not known there either.
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
