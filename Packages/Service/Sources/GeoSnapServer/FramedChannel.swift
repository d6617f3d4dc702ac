import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// HTTP/1.1 as Hummingbird speaks it, with answers that end as each client knows it.
struct FramedChannel: ServerChildChannel {
  private let channel: HTTP1Channel

  init(_ channel: HTTP1Channel) { self.channel = channel }

  func setup(
    channel: any Channel,
    logger: Logger
  ) -> EventLoopFuture<NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>> {
    self.channel.setup(channel: channel, logger: logger).flatMapThrowing { value in
      let pipeline = channel.pipeline.syncOperations
      // Behind this one nobody knows the version of a request any more.
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
