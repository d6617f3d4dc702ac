/// A place where a trace stopped, and the reason.
///
/// It is decoded in the network of the decoder's `userInfo`.
public struct TraceStop: Hashable, Sendable, Codable {
  /// The reason for a stop.
  public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
    /// There is a barrier, or the feature is assumed to be one.
    case barrier
    /// A condition of the configuration holds.
    case condition
    /// A function barrier applies.
    case function
    /// A propagated value does not arrive.
    case propagator
    /// The flow runs the other way, or is indeterminate where that is not allowed.
    case direction
    /// The device has no path between the two terminals.
    case validPath
    /// A subnetwork begins at the other terminal.
    case tierBoundary
    /// The controller's subnetwork ends at its terminal.
    case controller
    /// There is no further connection.
    case deadEnd
  }

  /// The element at which the trace stopped.
  public let element: NetworkElement
  /// The reason.
  public let reason: Reason
  /// The reason as a sentence: which condition holds, with which values.
  public let detail: String
}

/// A warning of a trace that ran.
public struct TraceWarning: Hashable, Codable, Sendable {
  /// The kind of warning.
  public enum Code: String, Hashable, Sendable, Codable, CaseIterable {
    /// A start is not in the graph and was ignored.
    case startIgnored
    /// A subnetwork controller is within the region to be isolated.
    case controllerInside
    /// A source that is not a subnetwork controller is within the region to be isolated.
    case sourceInside
    /// A feature that can feed stays connected with the region to be isolated, but does not count as a source.
    case sourceIgnored
    /// An existing barrier separates the region to be isolated from the rest.
    case takenAsShut
    /// A feature in the region to be isolated cannot be shut, by an assumption of the trace.
    case takenAsOpen
    /// An isolation trace uses a category that no asset type of the domain network has.
    case categoryMissing
    /// An asset type is not valid in the tier: codes 24, 26 and 40 to 42.
    case notValidInTier
    /// Fewer nearest neighbours were found than requested.
    case neighborsNotFound
    /// The trace reads values that their attribute cannot have.
    case valueUnreadable
    /// A setting of the configuration has no effect on this trace.
    case ignored
  }

  /// The kind of warning.
  public let code: Code
  /// The warning as a sentence.
  public let message: String
}

extension TraceWarning: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}

extension NetworkReading {
  /// The text for a location of a start or barrier: the feature, and its terminal or position along it.
  public func describe(_ location: TraceLocation) -> String {
    var words = describe(location.feature)
    if let id = location.terminalID {
      let terminals = assetType(of: location.feature).map { base.terminals(of: $0.type) } ?? []
      words += " at \(terminals.first { $0.id == id }?.name ?? "terminal \(id)")"
    }
    if let fraction = location.fractionAlongEdge {
      words += " at \(Words.number(fraction * 100))% of its length"
    }
    return words
  }

  /// The text for a stop, such as `Switch / Load Break (ElectricDevice, switch/3) at Bus Side: 'Device Status' = Open
  /// holds here: ...`.
  public func describe(_ stop: TraceStop) -> String { "\(describe(stop.element)): \(stop.detail)" }

  /// The text for the device of a subnetwork controller, with its terminal if it has several.
  package func place(of controller: SubnetworkController) -> String {
    let terminals = assetType(of: controller.feature).map { base.terminals(of: $0.type) } ?? []
    guard terminals.indices.contains(controller.terminal) else {
      return describe(controller.feature)
    }
    return "\(describe(controller.feature)) at \(terminals[controller.terminal].name)"
  }

  /// The value of a function, such as `add(Length) = 1377.4`.
  public func describe(_ output: TraceFunctionOutput) -> String {
    let value = output.value.map { Words.number($0) } ?? "no value"
    return "\(output.function.expression(in: base.definition)) = \(value)"
  }
}
