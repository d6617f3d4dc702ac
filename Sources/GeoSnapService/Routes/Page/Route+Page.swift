import GeoSnapTool

extension Route {
  /// The page, its files, and the description of the service.
  static let pageRoutes = [
    Route(
      .get,
      "/",
      "The page; for programs that accept JSON, the landing page of OGC API - Features.",
      group: "Description",
      parameters: [
        .form,
        Parameter(
          name: "open",
          kind: .text,
          summary: "The key that --open gives a browser: it opens the page once."
        ),
      ],
      answers: "A page, or links in JSON.",
      mediaType: "*/*",
      isOpen: true
    ) { service, asked in
      // A HEAD request must not use up the key.
      if let shown = asked.text("open"), asked.request.method == "GET" {
        guard let key = service.openingKey, key.opens(shown) else {
          throw ServiceRefusal(
            status: 401,
            code: "unauthorized",
            message:
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
      return ServiceAnswer(LandingDocument(service: service, links: links).json)
    },
    Route(
      .get,
      "/page/{file}",
      "A file of the page.",
      group: "Description",
      parameters: [
        Parameter(name: "file", kind: .text, isInPath: true, summary: "Its name.")
      ],
      answers: "The file.",
      mediaType: "*/*",
      isOpen: true
    ) { _, asked in try PageFile.answer(asked.text("file") ?? "", asked.request) },
    Route(
      .get,
      "/page/{folder}/{file}",
      "A file of the page in a folder.",
      group: "Description",
      parameters: [
        Parameter(name: "folder", kind: .text, isInPath: true, summary: "The folder."),
        Parameter(name: "file", kind: .text, isInPath: true, summary: "Its name."),
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
      .get,
      "/api",
      "This description.",
      group: "Description",
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
    name: "f",
    kind: .choice(["json", "html"]),
    summary: "The form of the answer; by default, the form that the header Accept names."
  )
}

/// A file of the page, which is part of the program.
enum PageFile {
  private static let files = PageFiles.all

  private static let types = [
    "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8", "svg": "image/svg+xml", "png": "image/png",
    "txt": "text/plain; charset=utf-8",
  ]

  /// The modules as a header, so that a browser fetches them at once, not one after the other.
  private static let modules = files.keys.filter { $0.hasSuffix(".js") }.sorted()
    .map { "</page/\($0)>; rel=modulepreload" }.joined(separator: ", ")

  static func page(_ request: ServiceRequest) throws(ServiceRefusal) -> ServiceAnswer {
    try answer("index.html", request).with("link", modules)
  }

  /// Throws a refusal when there is no such file.
  static func answer(
    _ name: String,
    _ request: ServiceRequest
  ) throws(ServiceRefusal) -> ServiceAnswer {
    guard let bytes = files[name] else {
      throw .notFound("The page has no file \(name).")
    }
    let ending = name.split(separator: ".").last.map(String.init) ?? ""
    let tag = "\"\(Fingerprint.of(bytes))\""
    var answer = ServiceAnswer(type: types[ending] ?? "application/octet-stream", bytes)
    if request.headers["if-none-match"] == tag {
      answer.status = 304
      answer.body = .whole([])
    }
    return answer.with("etag", tag).with("cache-control", "no-cache")
  }
}

/// A number that identifies the content of a file.
private enum Fingerprint {
  static func of(_ bytes: [UInt8]) -> String {
    // FNV-1a.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16)
  }
}
