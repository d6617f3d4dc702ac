import GeoSnapTool

extension Route {
  static let pageRoutes = [
    Route(
      "GET /",
      "The page; for programs that accept JSON, the landing page of OGC API - Features.",
      parameters: [
        .form,
        Parameter("open", .text, "The key that --open gives a browser: it opens the page once."),
      ],
      answers: "A page, or links in JSON.",
      mediaType: "*/*",
      isOpen: true
    ) { service, asked in
      // A HEAD request must not use up the key.
      if let shown = asked.text("open"), asked.request.method == "GET" {
        guard let key = service.openingKey, key.opens(shown) else {
          throw ServiceRefusal(
            401,
            "unauthorized",
            "This address does not open the page, or no longer opens it: use the address that the service printed."
          )
        }
        var answer = ServiceAnswer(303, type: "text/plain", [])
        answer.headers.append(("location", "/?\(service.access.query)"))
        return answer
      }
      let accepted = AcceptedTypes(asked.request.headers["accept"])
      // A client that accepts anything is a program: a browser names HTML.
      let html = accepted.weight(of: "text/html")
      let wantsPage = html > 0 && html >= accepted.weight(of: "application/json", orAny: true)
      if asked.text("f") == "html" || (asked.text("f") == nil && wantsPage) {
        return try PageFile.page(asked.request)
      }
      // Unlike the page, the landing page describes the network.
      try service.access.checkToken(
        try RequestToken(asked.request, Target(asked.request.target)).shown,
        writes: false
      )
      let links = try Links(asked, service.access)
      return ServiceAnswer(links.landing(service.served.now.open.name))
    },
    Route(
      "GET /page/{file}",
      "A file of the page.",
      parameters: [Parameter("file", .text, "Its name.", isInPath: true)],
      answers: "The file.",
      mediaType: "*/*",
      isOpen: true
    ) { _, asked in try PageFile.answer(asked.text("file") ?? "", asked.request) },
    Route(
      "GET /page/{folder}/{file}",
      "A file of the page in a folder.",
      parameters: [
        Parameter("folder", .text, "The folder.", isInPath: true),
        Parameter("file", .text, "Its name.", isInPath: true),
      ],
      answers: "The file.",
      mediaType: "*/*",
      isOpen: true
    ) { _, asked in
      try PageFile.answer(
        "\(asked.text("folder") ?? "")/\(asked.text("file") ?? "")",
        asked.request
      )
    },
    Route(
      "GET /api",
      "This description.",
      parameters: [.form],
      answers: "OpenAPI 3.1.",
      mediaType: "*/*",
      isOpen: true
    ) { _, asked in
      let accepted = AcceptedTypes(asked.request.headers["accept"])
      return ServiceDescription.answer(asJSON: accepted.weight(of: "application/json") > 0)
    },
  ]
}

extension Parameter {
  static let form = Parameter(
    "f",
    .choice(["json", "html"]),
    "The form of the answer; by default, the form that the header Accept names."
  )
}

enum PageFile {
  private static let types = [
    "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8", "svg": "image/svg+xml", "png": "image/png",
    "txt": "text/plain; charset=utf-8",
  ]

  /// The modules as a header, so that a browser fetches them at once, not one after the other.
  private static let modules = PageFiles.all.keys.filter { $0.hasSuffix(".js") }.sorted()
    .map { "</page/\($0)>; rel=modulepreload" }.joined(separator: ", ")

  static func page(_ request: ServiceRequest) throws(ServiceRefusal) -> ServiceAnswer {
    try answer("index.html", request).with("link", modules)
  }

  static func answer(
    _ name: String,
    _ request: ServiceRequest
  ) throws(ServiceRefusal) -> ServiceAnswer {
    guard let bytes = PageFiles.all[name] else {
      throw .notFound("The page has no file \(name).")
    }
    let ending = name.split(separator: ".").last.map(String.init) ?? ""
    let tag = "\"\(fingerprint(of: bytes))\""
    var answer = ServiceAnswer(type: types[ending] ?? "application/octet-stream", bytes)
    if request.headers["if-none-match"] == tag {
      answer.status = 304
      answer.body = .whole([])
    }
    return answer.with("etag", tag).with("cache-control", "no-cache")
  }

  /// FNV-1a.
  private static func fingerprint(of bytes: [UInt8]) -> String {
    let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return String(hash, radix: 16)
  }
}
