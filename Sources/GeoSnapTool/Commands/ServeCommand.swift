public import ArgumentParser
import Foundation

/// The arguments of `geosnap serve`; the program `geosnap-serve` reads the same.
public struct ServeArguments: ParsableArguments, Sendable {
  @OptionGroup var input: NetworkArgument
  /// The port to listen on; 0 for a free one.
  @Option(help: "The port to listen on; 0 takes one that is free.")
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
    help: "Let everybody read who reaches the service; writing needs the token all the same."
  )
  public var isPublic = false
  /// The address to listen on; nil for the local host alone.
  @Option(
    help: ArgumentHelp(
      "Listen on another address than that of this machine alone; it needs --without-tls.",
      valueName: "ADDRESS"
    )
  )
  public var listen: String?
  /// Whether the user accepts that the connection is not encrypted.
  @Flag(
    name: .customLong("without-tls"),
    help: "Say that whatever is sent may be read on the way, or that a proxy in front encrypts it."
  )
  public var isPlain = false
  /// Further names under which clients reach the service.
  @Option(
    help: ArgumentHelp(
      "A name under which the service is reached too, with a port or for all; may be given several times.",
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
    guard (0...65_535).contains(port) else {
      throw ValidationError("--port is a number from 0 to 65535.")
    }
    if listen != nil, !isPlain {
      throw ValidationError(
        "--listen lets others on the network send requests and read the traffic. Put a proxy with TLS in front, or "
          + "give --without-tls (Documentation/Service.md says how)."
      )
    }
    if listen == nil, isPlain { throw ValidationError("--without-tls goes with --listen.") }
  }
}

struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Shows a network in the browser, and answers over HTTP.",
    discussion: """
      The page draws the network, and has snapping, traces, containers, associations, validation and editing as \
      tools. Several browsers see each other's commits. The address that is printed has a token in it: without it \
      nothing is answered. Only this machine reaches the service unless --listen says so. GEOSNAP_TOKEN sets the \
      token, for a service that is started again and again.

      Programs ask the same service: /api describes it (OpenAPI 3.1), and /collections reads its tables as \
      OGC API - Features. Ctrl-C ends it; what is being written is written first.

      It is the program geosnap-serve, which the Debian package of that name has and `make server` builds: it \
      stands beside this one, or on the PATH.
      """
  )

  @OptionGroup var arguments: ServeArguments

  func run() throws {
    let words = Surroundings.current.words.drop { $0 != "serve" }.dropFirst()
    let program = try Self.program()
    throw Failure(
      exitCode: .cannotOpen,
      message: "\(program) cannot be started: \(ProcessReplacement.become(program, Array(words)))"
    )
  }

  /// The path of the server: beside this program, or on the PATH.
  private static func program() throws -> String {
    let name = "geosnap-serve"
    let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    let folders =
      [own.deletingLastPathComponent().path]
      + (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    for folder in folders {
      let path = "\(folder)/\(name)"
      if FileManager.default.isExecutableFile(atPath: path) { return path }
    }
    throw Failure(
      exitCode: .cannotOpen,
      message: "There is no \(name) beside this program or on the PATH. "
        + "The Debian package \(name) has it; in a clone make server builds it."
    )
  }
}
