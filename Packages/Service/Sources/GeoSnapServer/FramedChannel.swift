import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Hummingbird's HTTP/1.1 channel, with answers that end in a way that each client understands.
struct FramedChannel: ServerChildChannel {
  private let channel: HTTP1Channel

  init(_ channel: HTTP1Channel) { self.channel = channel }

  func setup(
    channel: any Channel,
    logger: Logger
  ) -> EventLoopFuture<NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>> {
    self.channel.setup(channel: channel, logger: logger).flatMapThrowing { value in
      let pipeline = channel.pipeline.syncOperations
      // Later handlers do not see the HTTP version of a request.
      let codec = try pipeline.handler(type: HTTP1ToHTTPServerCodec.self)
      try pipeline.addHandler(FramingHandler(), position: .before(codec))
      return value
    }
  }

  func handle(
    value: NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>,
    logger: Logger
  ) async {
    await channel.handle(value: value, logger: logger)
  }
}
