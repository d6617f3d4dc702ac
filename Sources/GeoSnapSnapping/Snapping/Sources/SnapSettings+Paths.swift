extension SnapSettings {
  /// The path of each source, such as `PipelineLine`, followed by those of its asset groups, such as
  /// `PipelineLine/Plastic Main`.
  public var sourcePaths: [String] {
    sourceSettings.flatMap { source in
      [source.name] + source.childSourceSettings.map { "\(source.name)/\($0.name)" }
    }
  }

  /// The settings of a source or asset group by its path, for reading and changing; nil when there is none.
  ///
  /// ```swift
  /// editor.settings[source: "PipelineLine/Service"]?.isEnabled.toggle()
  /// ```
  ///
  /// Sources and asset groups can be added or removed only by synchronising.
  ///
  /// - Parameter path: The name of a source, or one of ``sourcePaths``.
  public subscript(source path: String) -> SnapSourceSettings? {
    get { position(of: path).map { sourceSettings[$0.source][$0.child] } }
    set {
      guard let newValue, let (source, child) = position(of: path) else { return }
      sourceSettings[source][child] = newValue
    }
  }

  private func position(of path: String) -> (source: Int, child: Int?)? {
    if let source = index(ofSource: path) { return (source, nil) }
    // Names may contain slashes, so whole paths are compared.
    for (source, settings) in sourceSettings.enumerated() {
      if let child = settings.childSourceSettings.firstIndex(where: {
        "\(settings.name)/\($0.name)" == path
      }) {
        return (source, child)
      }
    }
    return nil
  }
}

extension SnapSourceSettings {
  fileprivate subscript(child: Int?) -> SnapSourceSettings {
    get { child.map { childSourceSettings[$0] } ?? self }
    set {
      if let child { childSourceSettings[child] = newValue } else { self = newValue }
    }
  }
}
