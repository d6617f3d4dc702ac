extension IndexError: MessageError {
  /// The rule behind the code; nil for an unknown code.
  public var failureReason: String? {
    switch code {
    case .nonFiniteOrdinate: "Ordinates must be finite numbers."
    case .ordinateOutOfRange: "Squares of distances between such large ordinates overflow."
    case .invertedEnvelope: "A minimum of the envelope is greater than its maximum."
    case .tooManyEntries: "An index numbers its entries with 32 bits."
    case .invalidFeature: "Features have numbers from 0 to 2147483646."
    case .notIndexed: "No such feature is in the index with this geometry."
    case .notInNetwork: "Identifiers are valid for one network and its states."
    case .commitOutOfOrder: "The commit does not follow the current state."
    default: nil
    }
  }

  /// The remedy; nil for an unknown code.
  public var recoverySuggestion: String? {
    switch code {
    case .nonFiniteOrdinate: "Find the NaN or infinity in the source of the geometry."
    case .ordinateOutOfRange: "Check the units and the reference system of the data."
    case .invertedEnvelope: "Swap the minimum and the maximum."
    case .tooManyEntries: "Split the features into several indexes."
    case .invalidFeature: "Number the features by their position."
    case .notIndexed: "Give the geometry with which the feature was built or inserted."
    case .notInNetwork: "Find the feature in this network, by its global id or its name."
    case .commitOutOfOrder:
      "Apply the earlier commits first, or begin with the state after this commit."
    default: nil
    }
  }
}
