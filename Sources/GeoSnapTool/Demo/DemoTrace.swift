import ArgumentParser
import GeoSnap
import GeoSnapStore

/// A trace of the demo: what `geosnap trace` answers to some words, with what a map of it needs.
struct DemoTrace {
  let parameters: TraceParameters
  let result: TraceResult
  /// What the verb prints.
  let lines: [String]

  /// Traces, by the way that the verb goes.
  ///
  /// - Parameters:
  ///   - words: The verb and what follows it.
  ///   - stored: The network that the words name.
  ///   - topology: Its topology.
  /// - Throws: What the verb throws.
  init(_ words: [String], _ stored: StoredSnapshot, _ topology: Topology) async throws {
    let command = try TraceCommand.parse(Array(words.dropFirst()))
    let question = try TraceQuestion(command, topology, stored.traceConfigurations)
    (parameters, result) = try await question.answer { _ in }
    lines = TraceReport(command.traceType.type, result, from: command.start).lines
  }

  /// The number of elements found.
  var elementCount: Int { result.elements.count }

  /// What the first function came to.
  var sum: Double { result.functions.first?.value ?? 0 }

  /// Where the result lies, with a margin.
  var extent: Envelope? {
    let places = TracePlaces(result.topology)
    let whole = Envelope.combining(result.elements.map { places.geometry($0)?.envelope })
    return whole.map { $0.expanded(by: max(max($0.width, $0.height) * 0.05, 1)) }
  }

  /// A map of the result in an extent.
  func figure(_ title: String, _ index: NetworkIndex, in extent: Envelope) throws -> MapFigure {
    var figure = try MapSheet(of: index, named: title, parameters, result).figure
    figure.title = title
    figure.extent = extent
    return figure
  }
}
