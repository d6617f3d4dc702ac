import ArgumentParser
package import GeoSnap
import GeoSnapStore

/// The options that say what is snapped to.
private struct SnapOptions: ParsableArguments {
  @OptionGroup var snapping: SnappingArguments
  @OptionGroup var pointer: PointerArguments
  @OptionGroup var reach: ToleranceArguments
}

/// A snapper, with what it is asked besides the place.
package struct PreparedSnapper: Sendable {
  package let snapper: Snapper
  package let role: SnapRole
  /// The feature being edited, which is never snapped to.
  package let edited: FeatureID?
}

extension OpenNetwork {
  /// The features that a name stands for.
  package func features(named name: String) throws(Failure) -> [FeatureID] {
    do {
      return try ElementReference.read(name).resolve(in: network)
    } catch {
      throw Failure.telling(error)
    }
  }

  /// Refuses names of tables that the network has not.
  package func checkSources(_ names: [String]) throws(Failure) {
    do { try GeoSnapTool.checkSources(names, in: network) } catch { throw Failure.telling(error) }
  }

  /// A snapper, by options of `geosnap snap`.
  package func snapper(_ words: [String]) throws(Failure) -> PreparedSnapper {
    do {
      let options = try SnapOptions.parse(words)
      let index = try index()
      let view = try options.reach.view(of: index.network)
      let (settings, rules) = try options.snapping.settings(for: index.network)
      return PreparedSnapper(
        snapper: Snapper(
          SnapScene(index),
          settings: options.pointer.settings(settings),
          rules: rules,
          view: view
        ),
        role: try options.pointer.role(rules),
        edited: try options.pointer.edited(in: index.network)
      )
    } catch {
      throw Failure.telling(error, of: SnapOptions.self)
    }
  }

  /// A trace, by options of `geosnap trace`.
  ///
  /// - Parameters:
  ///   - words: The options.
  ///   - progress: Told what share is done; not a number where nobody knows.
  /// - Returns: What was found, and what makes the document that the verb prints.
  /// - Throws: ``Failure``, also of a trace without an answer.
  package func trace(
    _ words: [String],
    progress: (@Sendable (Double) -> Void)?
  ) async throws(Failure) -> (
    result: TraceResult, document: @Sendable () throws(Failure) -> [UInt8]
  ) {
    let all = [path] + words + (words.contains("--json") ? [] : ["--json"])
    // The document is made later, when the caller's callback may be gone.
    let surroundings = { @Sendable [self] (progress: (@Sendable (Double) -> Void)?) in
      Surroundings(words: ["trace"] + all, network: self, progress: progress)
    }
    do {
      let answer = try await StandardInput.$given.withValue([]) {
        try await Surroundings.$current.withValue(surroundings(progress)) {
          try await TraceCommand.parse(all).answer()
        }
      }
      return (
        answer.result,
        { () throws(Failure) in
          let surroundings = surroundings(nil)
          do {
            return try Surroundings.$current.withValue(surroundings) {
              try answer.writeJSON()
              try surroundings.document.release(to: surroundings.output)
              return surroundings.output.bytes
            }
          } catch {
            throw Failure.telling(error)
          }
        }
      )
    } catch {
      throw Failure.telling(error, of: TraceCommand.self)
    }
  }
}
