import NIOCore
import NIOHTTPTypes

/// Closes a connection whose client does not read its answer, so that it holds neither connection nor memory.
///
/// An answer without pending data, such as an idle event stream, may last forever.
final class SlowReaderHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private var look: Scheduled<Void>?
  private var openWrites = 0
  /// The time of the last completed write, or of the first pending one.
  private var lastProgress: NIODeadline = .now()
  private let patience: TimeAmount

  init(patience: TimeAmount) { self.patience = patience }

  func handlerRemoved(context: ChannelHandlerContext) { look?.cancel() }

  func channelInactive(context: ChannelHandlerContext) {
    look?.cancel()
    context.fireChannelInactive()
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    // The end of an answer is written together with its body.
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

  /// Checks at intervals, not with each write, since most complete at once.
  private func lookLater(_ channel: any Channel, at time: NIODeadline) {
    look = channel.eventLoop.assumeIsolated().scheduleTask(deadline: time) { [self] in
      look = nil
      guard openWrites > 0 else { return }
      let end = lastProgress + patience
      if end <= .now() { channel.close(promise: nil) } else { lookLater(channel, at: end) }
    }
  }
}
