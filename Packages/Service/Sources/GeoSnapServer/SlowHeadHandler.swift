import NIOCore
import NIOHTTPTypes

/// Closes a connection without a request in time, also when a client sends the head byte by byte.
///
/// A connection with a running answer, such as an event stream, stays open.
final class SlowHeadHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private var look: Scheduled<Void>?
  /// The time since which a request is awaited, when none is being answered.
  private var waitsSince: NIODeadline = .now()
  private var openRequests = 0
  private let patience: TimeAmount

  init(patience: TimeAmount) { self.patience = patience }

  func handlerAdded(context: ChannelHandlerContext) {
    waitsSince = .now()
    lookLater(context.channel, at: .now() + patience)
  }

  func handlerRemoved(context: ChannelHandlerContext) { look?.cancel() }

  func channelInactive(context: ChannelHandlerContext) {
    look?.cancel()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .head = unwrapInboundIn(data) { openRequests += 1 }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .end = unwrapOutboundIn(data) {
      openRequests -= 1
      waitsSince = .now()
    }
    context.write(data, promise: promise)
  }

  /// Checks at intervals, not with each request, since most come in time.
  private func lookLater(_ channel: any Channel, at time: NIODeadline) {
    look = channel.eventLoop.assumeIsolated().scheduleTask(deadline: time) { [self] in
      guard openRequests == 0 else { return lookLater(channel, at: .now() + patience) }
      let end = waitsSince + patience
      if end <= .now() { channel.close(promise: nil) } else { lookLater(channel, at: end) }
    }
  }
}
