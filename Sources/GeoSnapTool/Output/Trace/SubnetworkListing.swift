package import GeoSnap

/// Subnetworks with their features, and what belongs to none: traced now, or as they were kept.
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

  /// Lists what was traced.
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

  /// Lists what was kept of some tiers, which are spelt as in the definition; of all where nil.
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
