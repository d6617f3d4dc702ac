import ArgumentParser
import Foundation
import GeoSnap
import GeoSnapStore

/// Measures the time between the cancellation of a task and the end of its work.
struct CancelBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel",
    abstract: "Measures how soon long work ends once its task is cancelled, on a network tiled.",
    discussion: """
      Each job runs once to its end, and is then cancelled at so many moments, spread over the time that it \
      took. The figure is the time from the cancellation until the task has ended.
      """
  )

  @Argument(help: "The network, a GeoPackage file.")
  var network: String
  @Option(help: "How many times it lies side by side.")
  var tiles = 100
  @Option(help: "How many moments to cancel each job at.")
  var moments = 20

  private typealias Job = (name: String, run: @Sendable () async throws -> Void)

  func run() throws {
    let tiled = try GeoPackage.open(network, images: .none).network.tiled(tiles)
    print("\(tiled.featureCount) features")
    let path = NSTemporaryDirectory() + "cancel-\(UUID().uuidString).gpkg"
    let copy = path + ".copy"
    defer { for file in [path, copy] { try? FileManager.default.removeItem(atPath: file) } }
    try GeoPackage.write(tiled, to: path)
    let (name, moments) = (network, moments)
    let jobs = try jobs(on: tiled, path, copy)
    guard let failure = waited({ await Self.measure(jobs, moments) }) else { return }
    if let failure { throw BenchError("\(name): \(failure)") }
  }

  private func jobs(
    on network: UtilityNetwork,
    _ path: String,
    _ copy: String
  ) throws -> [Job] {
    let topology = Topology(network)
    let index = try NetworkIndex(network)
    let controller = try required(topology.controllerLocation, "a subnetwork controller")
    let line = try required(topology.lineLocation, "a line")
    let geometries = network.geometries
    var settings = SnapSettings()
    settings.isEnabled = true
    settings.syncSourceSettings(with: network)
    for index in settings.sourceSettings.indices {
      settings.sourceSettings[index].isEnabled = true
    }
    let conformer = try Conformer(Snapper(index, settings: settings), tolerance: 0.5)
    @Sendable func trace(_ type: TraceType, from starts: [TraceLocation]) async throws {
      let configuration = try topology.defaultConfiguration(of: type, from: starts)
      _ = try await topology.trace(
        TraceParameters(type, from: starts, configuration: configuration),
        progress: nil
      )
    }
    return [
      ("open", { _ = try await GeoPackage.open(path, images: .none, progress: nil) }),
      (
        "write",
        { try await GeoPackage.write(network, to: copy, replacing: true, progress: nil) }
      ),
      ("index", { _ = try await NetworkIndex(network, progress: nil) }),
      ("topology", { _ = try await Topology(network, progress: nil) }),
      ("state", { _ = try await NetworkState(network, progress: nil) }),
      ("validate", { _ = try await NetworkValidation(topology, index.features, progress: nil) }),
      ("conform", { _ = try await conformer.conform(geometries) }),
      ("subnetworks", { _ = try await topology.subnetworks(progress: nil) }),
      (
        "segments",
        {
          _ = try await topology.isolationSegments(ignoresStatus: true, progress: nil)
        }
      ),
      ("graph", { _ = try await topology.contracted(progress: nil) }),
      ("connected", { try await trace(.connected, from: [line]) }),
      ("downstream", { try await trace(.downstream, from: [controller]) }),
      ("why", { _ = try await topology.why(from: controller, to: line, progress: nil) }),
      (
        "distances",
        {
          _ = try await topology.distances(
            from: [controller],
            cost: SystemAttribute.shapeLength.rawValue,
            progress: nil
          )
        }
      ),
    ]
  }

  private func required<Value>(_ value: Value?, _ what: String) throws -> Value {
    guard let value else { throw BenchError("The network has not \(what).") }
    return value
  }

  /// Runs and cancels all jobs; returns the errors.
  private static func measure(_ jobs: [Job], _ moments: Int) async -> String? {
    let clock = ContinuousClock()
    for job in jobs {
      do {
        let start = clock.now
        try await job.run()
        let total = clock.now - start
        var latencies: [Duration] = []
        for moment in 1...moments {
          let task = Task.detached { try await job.run() }
          try await Task.sleep(for: total * (Double(moment) / Double(moments + 1)))
          let cancelled = clock.now
          task.cancel()
          if case .failure = await task.result { latencies.append(clock.now - cancelled) }
        }
        latencies.sort()
        let worst = latencies.last.map(text) ?? "none"
        let median = latencies.isEmpty ? "none" : text(latencies[latencies.count / 2])
        print(
          "\(job.name): \(text(total)) ms; cancelled \(latencies.count) times, median \(median) ms, "
            + "at most \(worst) ms"
        )
      } catch {
        print("\(job.name): \(error)")
      }
    }
    return nil
  }

  private static func text(_ duration: Duration) -> String {
    String(format: "%.1f", duration / .milliseconds(1))
  }
}

extension Topology {
  /// The start of the first subnetwork.
  fileprivate var controllerLocation: TraceLocation? {
    network.subnetworkControllers.first.map { controller in
      let node = nodes(of: controller.feature).lowerBound + controller.terminal
      return TraceLocation(controller.feature, terminalID: terminal(ofNode: node)?.id)
    }
  }

  /// The middle of the first line.
  fileprivate var lineLocation: TraceLocation? {
    let lines = (0..<edgeLimit).lazy.filter(isLine).compactMap(feature(ofEdge:))
    return lines.first.map { TraceLocation($0, fractionAlongEdge: 0.5) }
  }
}
