import NIOCore
import NIOHTTPTypes

/// Closes a connection on which no request comes in time: who sends a letter now and then does not hold it for long.
///
/// A connection with an answer under way, such as that of events, stays.
final class SlowHeadHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private var look: Scheduled<Void>?
  /// Since when a request is waited for, where none is being answered.
  private var waitsSince: NIODeadline = .now()
  /// How many requests have come and are not answered yet: several may come at once.
  private var openRequests = 0
  /// How long a connection waits for the whole head of a request.
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

  /// Looks once in a while, not with each request: most come in time.
  private func lookLater(_ channel: any Channel, at time: NIODeadline) {
    look = channel.eventLoop.assumeIsolated().scheduleTask(deadline: time) { [self] in
      guard openRequests == 0 else { return lookLater(channel, at: .now() + patience) }
      let end = waitsSince + patience
      if end <= .now() { channel.close(promise: nil) } else { lookLater(channel, at: end) }
    }
  }
}
