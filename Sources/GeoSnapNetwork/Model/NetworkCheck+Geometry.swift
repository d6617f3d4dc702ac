extension NetworkCheck {
  /// Whether a point or line without measures is surely sound, as most are; if not, ``problems(of:in:srid:)``
  /// decides.
  package static func isSound(_ geometry: Geometry, in source: NetworkSource?, srid: SRID?) -> Bool
  {
    let expected = source?.usage.geometryType
    if source != nil && expected == nil { return false }
    switch geometry {
    case .point(let point):
      guard let place = point.coordinate, point.m == nil else { return false }
      return (expected == nil || expected?.single == .point)
        && (point.srid == nil || srid == nil || point.srid == srid)
        && place.x.magnitude <= 1e150 && place.y.magnitude <= 1e150
        && (point.z ?? 0).magnitude <= 1e150
    case .lineString(let line):
      guard !line.coordinates.dimensions.hasM else { return false }
      return (expected == nil || expected?.single == .lineString)
        && (line.srid == nil || srid == nil || line.srid == srid)
        && line.coordinates.ordinates.allSatisfy { $0.magnitude <= 1e150 }
    default:
      return false
    }
  }

  package static func problems(
    of geometry: Geometry,
    in source: NetworkSource?,
    srid: SRID?
  ) -> [FeatureGeometryProblem] {
    var problems: [FeatureGeometryProblem] = []
    func report(_ code: NetworkErrorCode, _ message: String) {
      problems.append(FeatureGeometryProblem(code: code, message: message))
    }
    if let unsound = geometry.unsoundOrdinate {
      report(.unreadableGeometry, unsound)
    } else if !geometry.isFinite {
      report(.unreadableGeometry, "The geometry has an ordinate that is not a finite number.")
    }
    if let declared = geometry.srid, let srid, declared != srid {
      report(
        .unreadableGeometry,
        "The geometry is in EPSG:\(declared), the network in EPSG:\(srid)."
      )
    }
    guard let source else { return problems }
    guard let expected = source.usage.geometryType else {
      report(
        .wrongGeometryType,
        "Features of usage \(source.usage.name) cannot have a geometry."
      )
      return problems
    }
    if geometry.type.single != expected.single {
      report(
        .wrongGeometryType,
        "A feature of usage \(source.usage.name) needs a \(expected.name); this is a \(geometry.type.name)."
      )
    }
    return problems
  }
}

package struct FeatureGeometryProblem: Equatable {
  let code: NetworkErrorCode
  let message: String
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
