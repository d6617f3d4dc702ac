extension TraceError: MessageError {
  /// The rule behind the code.
  public var failureReason: String? {
    switch code {
    case .unknownAttribute: "The network has no such network attribute."
    case .unknownCategory: "No asset type has the category."
    case .badValue: "The attribute has no such value."
    case .noControllers: "No subnetwork controller is reached."
    case .startMissing: "The trace has no start."
    case .badLocation: "The location is not in the graph."
    case .unknownTier: "The network has no such tier or domain network."
    case .tierMissing: "More than one tier is possible."
    case .filterBarrierMissing: "An isolation trace needs to know what can be shut."
    case .badCost: "A shortest path needs a cost attribute, and no cost may be negative."
    case .notOffered: "The setting is for another type of trace."
    case .cancelled: "The task was cancelled."
    }
  }

  /// The way to correct it.
  public var recoverySuggestion: String? {
    switch code {
    case .unknownAttribute: "Use one of the names that the network defines."
    case .unknownCategory: "Use one of the names that the network defines."
    case .badValue: "Use a value of its domain, or a number of its type."
    case .noControllers: "Start where a controller feeds, or name another controller."
    case .startMissing: "Give a start; a shortest path takes two."
    case .badLocation:
      "Choose a feature of the network, a terminal that it has, and a fraction from 0 to 1."
    case .unknownTier: "Use one of the names that the network defines."
    case .tierMissing: "Name the tier."
    case .filterBarrierMissing: "Add a filter barrier, for example a category of valves."
    case .badCost: "Name a network attribute whose values are 0 or more."
    case .notOffered: "Choose that type, or leave the setting out."
    case .cancelled: "Run the trace again."
    }
  }
}
