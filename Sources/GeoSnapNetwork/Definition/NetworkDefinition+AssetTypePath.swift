extension NetworkDefinition {
  /// The asset type with a path such as `PipelineJunction/Fitting/Tap`; see ``assetTypes(path:)``.
  ///
  /// ```swift
  /// let tap = try network.definition.assetType(path: "PipelineJunction/Fitting/Tap")
  /// ```
  ///
  /// - Throws: ``AssetTypePathError`` for an unknown path, with the names that exist, and for an ambiguous one.
  /// - Complexity: Linear in the number of asset types.
  public func assetType(path: String) throws(AssetTypePathError) -> AssetTypeID {
    let matches = assetTypes(path: path)
    if matches.count == 1 { return matches[0] }
    let codes = Words.list(matches.map { "\($0.assetGroup)/\($0.assetType)" }, "or", limit: 30)
    throw AssetTypePathError(
      path: path,
      matches: matches,
      message: matches.isEmpty
        ? "No asset type is named \(path). \(hint(for: path))"
        : "Several asset types are named \(path): use codes (\(codes))."
    )
  }
}
