/// The files with a service's responses, identified by their names.
struct ServiceFiles {
  enum Content: Hashable {
    case dataElement
    /// The definition of a layer, by its id.
    case layer(Int)
    /// Rows of a layer, by its id.
    case query(Int)
    case rules
    case associations
    case subnetworks
  }

  struct File {
    let name: String
    let page: Int
    let root: ParsedJSON
  }

  private(set) var files: [Content: [File]] = [:]
  /// Files with other names, which are ignored.
  private(set) var others: [String] = []

  /// Parses the files; those that cannot be read are problems.
  init(_ given: [ImportFile], _ problems: inout [ImportProblem]) {
    for file in given.orderedByName(\.name) {
      let name = file.name.split(separator: "/").last.map(String.init) ?? file.name
      guard let (content, page) = Self.content(ofFileNamed: name) else {
        others.append(name)
        continue
      }
      do {
        let root = try JSONParser.parse(file.bytes, path: name)
        try Self.refuseFailure(root, name)
        files[content, default: []].append(File(name: name, page: page, root: root))
      } catch {
        problems.append(ImportProblem(error))
      }
    }
    for (content, pages) in files {
      files[content] = pages.orderedByNumber(\.page)
      for (one, other) in zip(pages, pages.dropFirst()) where one.page == other.page {
        problems.append(
          ImportProblem(
            path: other.name,
            message: "\(one.name) is the same page: keep one of them."
          )
        )
      }
    }
  }

  func pages(_ content: Content) -> [File] { files[content] ?? [] }

  var queriedLayers: [Int] {
    files.keys.compactMap { content in
      if case .query(let id) = content { return id }
      return nil
    }.ordered()
  }

  /// The content and the page number of a file, from a name such as `query-913-2.json`.
  private static func content(ofFileNamed name: String) -> (Content, page: Int)? {
    let name = name.lowercased()
    guard name.hasSuffix(".json") else { return nil }
    let parts = name.dropLast(".json".count).split(separator: "-", omittingEmptySubsequences: false)
    func number(_ index: Int) -> Int? {
      parts.count > index ? Int(whole: String(parts[index])) : nil
    }
    switch (parts[0], parts.count) {
    case ("dataelement", 1): return (.dataElement, 1)
    case ("layer", 2): return number(1).map { (.layer($0), 1) }
    case ("query", 2): return number(1).map { (.query($0), 1) }
    case ("query", 3):
      guard let id = number(1), let page = number(2) else { return nil }
      return (.query(id), page)
    case ("rules", 1), ("associations", 1), ("subnetworks", 1), ("rules", 2), ("associations", 2),
      ("subnetworks", 2):
      let contents: [Substring: Content] = [
        "rules": .rules, "associations": .associations, "subnetworks": .subnetworks,
      ]
      guard let content = contents[parts[0]], let page = parts.count == 1 ? 1 : number(1) else {
        return nil
      }
      return (content, page)
    default: return nil
    }
  }

  /// Throws when a file holds an error of the service, which has the HTTP status of success.
  private static func refuseFailure(_ root: ParsedJSON, _ name: String) throws(ReadingError) {
    guard case .object(let members) = root, case .object(let error)? = members["error"] else {
      return
    }
    var text = ""
    if case .number(let code)? = error["code"] { text += " \(JSONText.real(code).line)" }
    if case .string(let message)? = error["message"] {
      text += ": \(message.hasSuffix(".") ? String(message.dropLast()) : message)"
    }
    throw ReadingError(name, "The service answered with an error\(text). Fetch the file again.")
  }
}
