extension NetworkCheck {
  /// What is wrong with the geometry of a feature, one sentence each.
  static func problems(
    of geometry: Geometry,
    in source: NetworkSource?,
    srid: SRID?
  ) -> [String] {
    var problems: [String] = []
    if !geometry.isFinite {
      problems.append("The geometry has an ordinate that is no finite number.")
    } else if !geometry.coordinates.removingM().ordinates.allSatisfy({ $0.magnitude <= 1e150 }) {
      problems.append("The geometry has an ordinate beyond 1e150: distances would overflow.")
    }
    if let declared = geometry.srid, let srid, declared != srid {
      problems.append("The geometry is in EPSG:\(declared), the network in EPSG:\(srid).")
    }
    guard let source else { return problems }
    guard let expected = source.usage.geometryType else {
      return problems + ["An object of a \(source.usage.name) has no geometry."]
    }
    if geometry.type.single != expected.single {
      problems.append(
        "A \(source.usage.name) needs a \(expected.name); this is a \(geometry.type.name)."
      )
    }
    return problems
  }
}

extension GeometryType {
  /// The type of the parts of a multi geometry; the type itself for others.
  var single: GeometryType {
    switch self {
    case .multiLineString: .lineString
    case .multiPolygon: .polygon
    case .multiPoint: .point
    default: self
    }
  }
}
