import NIOCore
import NIOHTTPTypes

/// Closes a connection on which an answer gets no further: who does not read does not hold it, nor what is to be written.
///
/// An answer that has nothing to say, such as that of events, may stay as long as it likes.
final class SlowReaderHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private var look: Scheduled<Void>?
  /// How many writes of bodies have been begun and are not done.
  private var openWrites = 0
  /// When a write was last done, or the first of those that wait was begun.
  private var lastProgress: NIODeadline = .now()
  /// How long nothing may be done.
  private let patience: TimeAmount

  init(patience: TimeAmount) { self.patience = patience }

  func handlerRemoved(context: ChannelHandlerContext) { look?.cancel() }

  func channelInactive(context: ChannelHandlerContext) {
    look?.cancel()
    context.fireChannelInactive()
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    // What ends an answer is as good as written when its body is.
    guard case .body = unwrapOutboundIn(data) else { return context.write(data, promise: promise) }
    if openWrites == 0 { lastProgress = .now() }
    openWrites += 1
    let promise = promise ?? context.eventLoop.makePromise(of: Void.self)
    promise.futureResult.assumeIsolated().whenComplete { [self] _ in
      openWrites -= 1
      lastProgress = .now()
    }
    if look == nil { lookLater(context.channel, at: lastProgress + patience) }
    context.write(data, promise: promise)
  }

  /// Looks once in a while, not with each write: most are done at once.
  private func lookLater(_ channel: any Channel, at time: NIODeadline) {
    look = channel.eventLoop.assumeIsolated().scheduleTask(deadline: time) { [self] in
      look = nil
      guard openWrites > 0 else { return }
      let end = lastProgress + patience
      if end <= .now() { channel.close(promise: nil) } else { lookLater(channel, at: end) }
    }
  }
}
