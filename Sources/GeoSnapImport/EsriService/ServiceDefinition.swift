internal import Foundation
internal import GeoSnap
internal import GeoSnapSupport

struct ServiceDefinition {
  private(set) var definition = NetworkDefinition()
  private(set) var sourcesByLayer: [Int: NetworkSource] = [:]
  private(set) var notes: [String] = []

  init(_ files: ServiceFiles, _ problems: inout [ImportProblem]) {
    guard let file = files.pages(.dataElement).first else {
      problems.add(
        "dataElement.json",
        "There is no such file: save the answer to queryDataElements under this name."
      )
      return
    }
    do {
      try read(file, files)
    } catch {
      problems.append(ImportProblem(error))
    }
  }

  private mutating func read(_ file: ServiceFiles.File, _ files: ServiceFiles) throws(ReadingError)
  {
    var (element, path) = try Self.element(file)
    guard case .array(var networks)? = element["domainNetworks"] else {
      throw ReadingError(path, "There is no list 'domainNetworks': this is not a utility network.")
    }
    var layers: [(layer: Int, source: Int)] = []
    for index in networks.indices {
      guard case .object(var network) = networks[index] else { continue }
      for key in ["junctionSources", "edgeSources"] {
        guard case .array(var sources)? = network[key] else { continue }
        for position in sources.indices {
          guard case .object(var source) = sources[position] else { continue }
          if let layer = Self.integer(source["layerId"]), let id = Self.integer(source["sourceId"])
          {
            layers.append((layer, id))
            if source["name"] == nil, let name = Self.name(of: layer, files) {
              source["name"] = .string(name)
            }
          }
          if source["name"] == nil {
            source["name"] = .string(Self.defaultName(of: source, in: network))
          }
          sources[position] = .object(source)
        }
        network[key] = .array(sources)
      }
      networks[index] = .object(network)
    }
    element["domainNetworks"] = .array(networks)
    let domains = readDomains(files)
    if element["domains"] == nil, !domains.isEmpty { element["domains"] = .array(domains) }
    do {
      definition = try JSONDecoder().decode(
        NetworkDefinition.self,
        from: Data(ParsedJSON.object(element).bytes)
      )
    } catch let error as DecodingError {
      throw ReadingError(path + error.place.path, error.place.message)
    } catch {
      throw ReadingError(path, "\(error)")
    }
    let sources = definition.sourcesByID
    for (layer, id) in layers {
      if sourcesByLayer.updateValue(
        sources[id] ?? NetworkSource(sourceID: id, name: "", usage: .device),
        forKey: layer
      ) != nil {
        throw ReadingError(path, "Two sources have the layer id \(layer).")
      }
    }
    finish()
  }

  /// The data element, which services wrap into a list of one.
  private static func element(
    _ file: ServiceFiles.File
  ) throws(ReadingError) -> ([String: ParsedJSON], path: String) {
    guard case .object(let root) = file.root else {
      throw ReadingError(file.name, "An object was expected; this is \(file.root.kind).")
    }
    guard let elements = root["layerDataElements"] else { return (root, "\(file.name), $") }
    let path = "\(file.name), $.layerDataElements[0].dataElement"
    guard case .array(let list) = elements, case .object(let first)? = list.first,
      case .object(let element)? = first["dataElement"]
    else { throw ReadingError(path, "An object was expected.") }
    return (element, path)
  }

  private static func integer(_ value: ParsedJSON?) -> Int? {
    if case .number(let number)? = value { return Int(exactly: number) }
    return nil
  }

  private static func name(of layer: Int, _ files: ServiceFiles) -> String? {
    guard case .object(let members)? = files.pages(.layer(layer)).first?.root,
      case .string(let name)? = members["name"], !name.isEmpty
    else { return nil }
    return name
  }

  /// Esri's default name of a class: the domain network and the usage.
  private static func defaultName(of source: [String: ParsedJSON], in network: [String: ParsedJSON])
    -> String
  {
    var usage = ""
    if case .string(let text)? = source["utilityNetworkFeatureClassUsageType"] {
      usage = String(text.dropFirst("esriUNFCUT".count))
    }
    guard !usage.hasPrefix("Structure"), case .string(let name)? = network["domainNetworkName"]
    else { return usage }
    return name + usage
  }

  /// The coded value domains of all layers' fields, each once; other domains have no codes.
  private mutating func readDomains(_ files: ServiceFiles) -> [ParsedJSON] {
    var domains: [String: ParsedJSON] = [:]
    var textual: Set<String> = []
    for (content, pages) in files.files {
      switch content {
      case .layer, .query: break
      default: continue
      }
      for page in pages {
        guard case .object(let members) = page.root else { continue }
        for field in ServiceTable.list(members["fields"]).compactMap(ServiceField.init) {
          note(field.domain, &domains, &textual)
        }
        // A subtype may give a field another domain.
        for type in ServiceTable.list(members["types"]) + ServiceTable.list(members["subtypes"]) {
          guard case .object(let type) = type, case .object(let byField)? = type["domains"] else {
            continue
          }
          for domain in byField.values { note(domain, &domains, &textual) }
        }
      }
    }
    if !textual.isEmpty {
      notes.append(
        "Domains that are not kept, because not all codes are whole numbers: "
          + "\(Words.names(textual.sorted())). The codes in the rows are kept."
      )
    }
    return Array(domains).rising(by: \.key).map(\.value)
  }

  private func note(
    _ domain: ParsedJSON?,
    _ domains: inout [String: ParsedJSON],
    _ textual: inout Set<String>
  ) {
    guard case .object(let members)? = domain, case .string("codedValue")? = members["type"],
      case .string(let name)? = members["name"]
    else { return }
    let isNumeric = ServiceTable.list(members["codedValues"]).allSatisfy { value in
      guard case .object(let value) = value else { return false }
      return Self.integer(value["code"]) != nil
    }
    if isNumeric { domains[name] = domain } else { textual.insert(name) }
  }

  /// Changes the names of fields to upper case, as in all imported tables, and adds missing domains.
  private mutating func finish() {
    for index in definition.networkAttributes.indices {
      if let domain = definition.networkAttributes[index].domainName,
        definition.domain(named: domain) == nil
      {
        definition.domains.append(CodedValueDomain(name: domain))
        notes.append(
          "No field of a layer gives whole numbers as the codes of the domain \(domain)."
        )
      }
      for position in definition.networkAttributes[index].assignments.indices {
        let name = definition.networkAttributes[index].assignments[position].fieldName
        definition.networkAttributes[index].assignments[position].fieldName = name.uppercased()
      }
    }
    for network in definition.domainNetworks.indices {
      for tier in definition.domainNetworks[network].tiers.indices {
        let name = definition.domainNetworks[network].tiers[tier].subnetworkFieldName
        definition.domainNetworks[network].tiers[tier].subnetworkFieldName = name?.uppercased()
        let ignored =
          definition.domainNetworks[network].tiers[tier].traceConfiguration?.ignoredKeys ?? []
        if !ignored.isEmpty {
          let tierName = definition.domainNetworks[network].tiers[tier].name
          notes.append(
            "Keys in the trace configuration of tier \(tierName) that are unknown and not kept: "
              + "\(Words.names(ignored))."
          )
        }
        // The note above belongs to this import, not to the definition.
        definition.domainNetworks[network].tiers[tier].traceConfiguration?.ignoredKeys = []
      }
    }
  }
}
