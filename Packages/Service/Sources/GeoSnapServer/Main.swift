import ArgumentParser
import Foundation
import GeoSnapService
internal import GeoSnapStore
import GeoSnapTool

/// The program `geosnap-serve`: a network over HTTP.
@main
struct Main: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "geosnap-serve",
    abstract: "Serves a network over HTTP, with a map in the browser: geosnap serve."
  )

  @OptionGroup var arguments: ServeArguments

  static func main() async {
    // Before other threads start, since they inherit the setting.
    TimeSlice.takeShort()
    await main(nil)
  }

  func run() async throws {
    do { try await serve() } catch let failure as Failure {
      FileHandle.standardError.write(Data("geosnap: \(failure)\n".utf8))
      throw ExitCode(failure.status)
    }
  }

  private func serve() async throws {
    let network: NetworkHandle
    do {
      network = try await NetworkHandle(
        arguments.network,
        .standard,
        nil,
        isStrict: false,
        progress: nil
      )
    } catch { throw Failure.telling(error) }
    let token = ProcessInfo.processInfo.environment["GEOSNAP_TOKEN"] ?? AccessRules.newToken()
    guard token.utf8.count >= 16, token.utf8.allSatisfy({ $0 > 32 && $0 < 127 }) else {
      throw Failure.misuse(
        "GEOSNAP_TOKEN must have at least 16 characters, all of them printable ASCII."
      )
    }
    let arguments = arguments
    let server = HTTPServer(address: arguments.listen ?? "127.0.0.1", port: arguments.port)
    try await server.run { port in
      let access = AccessRules(
        token: token,
        port: port,
        address: server.shownHost,
        hosts: arguments.host,
        isPublic: arguments.isPublic,
        isReadOnly: arguments.readOnly
      )
      let page = "http://\(server.shownHost):\(port)/"
      say("\(network.name): \(page)?\(access.query)")
      say("Press Ctrl-C to stop.")
      let key = arguments.open ? OpeningKey() : nil
      if let key { Browser.show("\(page)?open=\(key.text)") }
      return NetworkService(network, access: access, openingKey: key)
    }
  }
}

private func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

private enum Browser {
  static func show(_ address: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["xdg-open", address]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    TimeSlice.takeUsual()
    defer { TimeSlice.takeShort() }
    do { try process.run() } catch {
      FileHandle.standardError.write(Data("geosnap: no browser can be opened: \(error)\n".utf8))
    }
  }
}
