import GeoSnapTool

/// The landing page of OGC API - Features, with its links.
struct LandingDocument {
  let service: NetworkService
  let links: Links

  var json: JSONValue {
    let name = service.served.now.open.name
    return .object([
      "title": .string(name),
      "description": .string("The utility network \(name), served by GeoSnap."),
      "links": .array([
        links.link("self", "/", [("f", "json")], title: "This document"),
        links.link("alternate", "/", [("f", "html")], type: "text/html", title: "The page"),
        links.link(
          "service-desc",
          "/api",
          type: ServiceDescription.mediaType,
          title: "The description of the service"
        ),
        links.link("conformance", "/conformance", title: "The conformance classes"),
        links.link("data", "/collections", title: "The collections"),
      ]),
    ])
  }

  /// The conformance classes of OGC API - Features that the service supports.
  ///
  /// Without a reference system (`hasReference`), no coordinates are in longitude and latitude.
  static func conformance(hasReference: Bool) -> JSONValue {
    let part1 = "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/"
    let part2 = "http://www.opengis.net/spec/ogcapi-features-2/1.0/conf/"
    let classes =
      hasReference
      ? [part1 + "core", part1 + "geojson", part2 + "crs"] : []
    return .object(["conformsTo": JSONValue(classes)])
  }
}
