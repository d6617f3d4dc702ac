public import ArgumentParser
import Foundation

/// The arguments of `geosnap serve`; the program `geosnap-serve` reads the same.
public struct ServeArguments: ParsableArguments, Sendable {
  @OptionGroup var input: NetworkArgument
  /// The port to listen on; 0 for a free one.
  @Option(help: "The port to listen on; 0 for any free port.")
  public var port: Int = 8377
  /// Whether the page is opened in the browser.
  @Flag(help: "Open the page in the browser.")
  public var open = false
  /// Whether writing is refused for everyone.
  @Flag(help: "Refuse all edits.")
  public var readOnly = false
  /// Whether reading needs no token.
  @Flag(
    name: .customLong("public"),
    help: "Allow reading without the token; writing still needs the token."
  )
  public var isPublic = false
  /// The address to listen on; nil for the local host alone.
  @Option(
    help: ArgumentHelp(
      "Listen on this address instead of localhost only; needs --without-tls.",
      valueName: "ADDRESS"
    )
  )
  public var listen: String?
  @Flag(
    name: .customLong("without-tls"),
    help:
      "Accept that connections are not encrypted, or that a proxy in front of the service encrypts them."
  )
  var isPlain = false
  /// Further names under which clients reach the service.
  @Option(
    help: ArgumentHelp(
      "Another host name of the service, with a port or for all ports; may be given several times.",
      valueName: "NAME"
    )
  )
  public var host: [String] = []

  /// Creates the arguments with default values.
  public init() {}

  /// The network as the command line gives it.
  public var network: String { input.given }

  /// Checks options that depend on each other; throws `ValidationError`.
  public func validate() throws {
    try refuse(!(0...65_535).contains(port), "--port must be a number from 0 to 65535.")
    if listen != nil, !isPlain {
      throw ValidationError(
        "--listen lets others on the network send requests and read the traffic. Give --without-tls to accept "
          + "this, or if a proxy with TLS is in front (Documentation/Service.md)."
      )
    }
    if listen == nil, isPlain { throw ValidationError("--without-tls needs --listen.") }
  }
}

struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serves a network over HTTP, with a map in the browser.",
    discussion: """
      The page draws the network, with tools for snapping, traces, containers, associations, validation and \
      editing. Several browsers see each other's commits. The printed address contains a token. The service \
      refuses requests without the token, unless they only read and --public is given. Without --listen, the \
      service listens only on localhost. The environment variable GEOSNAP_TOKEN sets the token, so that it \
      stays the same when the service restarts.

      Programs can use the same service: /api describes the service (OpenAPI 3.1), and /collections serves the \
      tables of the network as OGC API - Features. Ctrl-C stops the service after running writes finish.

      This verb starts the program geosnap-serve from the folder of `geosnap` or from the PATH. The Debian \
      package geosnap-serve contains this program, and `make server` builds it.
      """
  )

  @OptionGroup var arguments: ServeArguments

  func run() throws {
    let words = Surroundings.current.words.drop { $0 != "serve" }.dropFirst()
    let program = try Self.program()
    throw Failure.cannotOpen(
      "\(program) cannot be started: \(ProcessReplacement.become(program, Array(words)))"
    )
  }

  /// The path of the server: beside this program, or on the PATH.
  private static func program() throws -> String {
    let name = "geosnap-serve"
    let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    if let path = ProgramPath.find(name, in: [own.deletingLastPathComponent().path]) {
      return path
    }
    throw Failure.cannotOpen(
      "There is no \(name) beside this program or on the PATH. "
        + "The Debian package \(name) has it; in a clone, `make server` builds it."
    )
  }
}
