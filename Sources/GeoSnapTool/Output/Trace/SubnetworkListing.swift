package import GeoSnap

/// Subnetworks with their features, and the features in none; traced now, or as they were kept.
package struct SubnetworkListing {
  package struct Entry {
    package let name: String
    let tierName: String
    let controllers: [SubnetworkController]
    let features: [FeatureID]
    let functions: [TraceFunctionOutput]
    let warnings: [TraceWarning]
  }

  package let entries: [Entry]
  let disconnected: [FeatureID]

  /// Lists the result of a trace.
  package init(_ report: SubnetworkReport) {
    entries = report.subnetworks.map { subnetwork in
      Entry(
        name: subnetwork.name,
        tierName: subnetwork.tierName,
        controllers: subnetwork.controllers,
        features: subnetwork.elements.features,
        functions: subnetwork.functions,
        warnings: subnetwork.warnings
      )
    }
    disconnected = report.disconnected
  }

  /// Lists the kept subnetworks of a tier, which is spelled as in the definition; of all tiers for nil.
  package init(
    _ labels: SubnetworkLabels,
    ofTier tier: String?,
    inDomainNetwork domainNetwork: String?
  ) throws(TraceError) {
    let kept = labels.subnetworks.filter { subnetwork in
      (domainNetwork == nil || domainNetwork == subnetwork.domainNetworkName)
        && (tier == nil || tier?.lowercased() == subnetwork.tierName.lowercased())
    }
    entries = kept.map { subnetwork in
      Entry(
        name: subnetwork.name,
        tierName: subnetwork.tierName,
        controllers: subnetwork.controllers,
        features: labels.members(of: subnetwork),
        functions: subnetwork.functions,
        warnings: subnetwork.warnings
      )
    }
    disconnected = try labels.disconnected(fromTier: tier, ofDomainNetwork: domainNetwork)
  }
}
