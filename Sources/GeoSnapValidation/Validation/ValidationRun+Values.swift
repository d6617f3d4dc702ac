extension ValidationRun {
  /// Turns the problems that were tolerated or set aside at opening into errors, with the existing features.
  mutating func checkTolerated(_ positions: Range<Int>) {
    for problem in subject.tolerated[positions] {
      guard let code = problem.code else { continue }
      let feature = problem.globalID.flatMap { subject.network.feature(globalID: $0) }
      let isAssociation = problem.table == "un_associations"
      if let feature, !isAssociation { marks.damaged.insert(feature) }
      let association = isAssociation ? problem.row.flatMap { GlobalID($0) } : nil
      add(
        code,
        [feature].compactMap(\.self),
        at: feature.flatMap(subject.place),
        association: association,
        fix: fix(code, problem, feature, association),
        isByMessage: !isAssociation || feature == nil,
        "\(problem)"
      )
    }
  }

  private func fix(
    _ code: NetworkErrorCode,
    _ problem: NetworkProblem,
    _ feature: FeatureID?,
    _ association: GlobalID?
  ) -> NetworkFix {
    switch code {
    case .associatedFeatureSetAside:
      if let row = setAsideRow(of: problem) {
        return .correctRow(table: row.table, row: row.row, column: row.column)
      }
    case .missingAssociatedFeature, .noConnectivityRule, .noContainmentRule, .noAttachmentRule:
      if let association { return .deleteAssociation(association) }
    case .unknownAssetGroup, .invalidAssetType:
      if let feature { return .chooseAssetType(of: feature, among: assetTypes(like: feature)) }
    default: if let association { return .correctAssociation(association) }
    }
    return .correctRow(table: problem.table, row: problem.row, column: problem.column)
  }

  /// The problem of the row of the feature that an association refers to.
  private func setAsideRow(of problem: NetworkProblem) -> NetworkProblem? {
    let named = problem.message.split(separator: " ").lazy.compactMap { GlobalID(String($0)) }.first
    return named.flatMap { subject.setAsideFeatures[$0] }
  }

  /// Finds features of unknown asset group or type that no tolerated problem reports.
  mutating func checkAssetTypes(of ordinals: Range<Int>) {
    let network = subject.network
    network.forEachTable(of: ordinals) { index, table, rows in
      guard let sourceID = table.sourceID,
        let source = network.definition.sources.first(where: { $0.sourceID == sourceID }),
        source.usage != .subnetLine
      else { return }
      let first = Int(network.firstOrdinals[index])
      for row in rows where network.assetTypeOrdinals[first + row] < 0 {
        let feature = FeatureID(table: index, row: row)
        if subject.marks.damaged.contains(feature) { continue }
        let (group, type) = (Int(table.assetGroups[row]), Int(table.assetTypes[row]))
        let known = source.assetGroup(code: group)
        add(
          known == nil ? .unknownAssetGroup : .invalidAssetType,
          [feature],
          at: subject.place(feature),
          fix: .chooseAssetType(of: feature, among: assetTypes(like: feature)),
          known.map { "\(name(feature)): asset group \($0.name) has no asset type \(type)." }
            ?? "\(name(feature)): \(table.name) has no asset group \(group)."
        )
      }
    }
  }

  /// The asset types of a feature's group, or of its source when the group is unknown.
  private func assetTypes(like feature: FeatureID) -> [AssetTypeID] {
    let table = subject.network.tables[Int(feature.table)]
    let group = Int(table.assetGroups[Int(feature.row)])
    let ofSource = subject.network.catalog.entries.map(\.id).filter {
      $0.sourceID == table.sourceID
    }
    let ofGroup = ofSource.filter { $0.assetGroup == group }
    return ofGroup.isEmpty ? ofSource : ofGroup
  }

  /// Finds values with a type other than their field's or attribute's, and values that an attribute cannot store.
  mutating func checkValues(of ordinals: Range<Int>) {
    let network = subject.network
    network.forEachTable(of: ordinals) { index, table, rows in checkStorage(index, table, rows) }
    for attribute in network.definition.networkAttributes {
      let check = AttributeCheck(attribute, network.definition)
      for assignment in attribute.assignments {
        let assigned = network.table(sourceID: assignment.sourceID)
        network.forEachTable(of: ordinals) { index, table, rows in
          if index == assigned { checkAttribute(check, assignment.fieldName, index, table, rows) }
        }
      }
    }
    network.forEachTable(of: ordinals) { index, table, rows in
      checkPaths(index, table, rows)
      checkControllers(index, table, rows)
    }
  }

  private mutating func checkStorage(_ index: Int, _ table: FeatureTable, _ rows: Range<Int>) {
    for (number, field) in table.fields.enumerated() {
      let column = table.attributes[number]
      for row in rows where !column.fits(row, field.storage) {
        let value = column[row]
        let feature = FeatureID(table: index, row: row)
        add(
          .wrongDataType,
          [feature],
          at: subject.place(feature),
          fix: .setValue(of: feature, field: field.name, among: []),
          isByMessage: true,
          "\(name(feature)): \(field.name) stores \(field.storage.noun); this is \(value.noun)."
        )
      }
    }
  }

  private mutating func checkAttribute(
    _ check: AttributeCheck,
    _ field: String,
    _ index: Int,
    _ table: FeatureTable,
    _ rows: Range<Int>
  ) {
    let number = table.fields.firstIndex { $0.name.lowercased() == field.lowercased() }
    guard let number else { return }
    let storage = table.fields[number].storage
    let column = table.attributes[number]
    for row in rows where column.fits(row, storage) {
      let value = column[row]
      guard let problem = check.problem(of: value) else { continue }
      let feature = FeatureID(table: index, row: row)
      // A value that was left out is already reported.
      if value == .null, subject.marks.damaged.contains(feature) { continue }
      add(
        problem.code,
        [feature],
        at: subject.place(feature),
        fix: .setValue(of: feature, field: field, among: check.values),
        isByMessage: true,
        "\(name(feature)): \(field) \(problem.message)"
      )
    }
  }

  private mutating func checkPaths(_ index: Int, _ table: FeatureTable, _ rows: Range<Int>) {
    guard let column = table.column(named: TerminalField.paths) else { return }
    let first = Int(subject.network.firstOrdinals[index])
    for row in rows {
      let type = subject.network.assetTypeOrdinals[first + row]
      guard type >= 0, let paths = subject.rules.classes[Int(type)].paths,
        let chosen = column[row].name, paths.passages(setTo: chosen) == nil
      else { continue }
      let feature = FeatureID(table: index, row: row)
      let ids =
        subject.network.catalog.entries[Int(type)].type.terminalConfigurationID
        .flatMap { subject.network.definition.terminalConfiguration(id: $0) }?.validPaths
        .map { Int64($0.id) } ?? []
      add(
        .invalidAttributeValue,
        [feature],
        at: subject.place(feature),
        fix: .setValue(of: feature, field: TerminalField.paths, among: ids),
        isByMessage: true,
        "\(name(feature)): \(TerminalField.paths) is \(chosen); its terminals have no such paths."
      )
    }
  }

  private mutating func checkControllers(_ index: Int, _ table: FeatureTable, _ rows: Range<Int>) {
    guard let names = table.column(named: ControllerField.name), !names.isNull else { return }
    let tiers = table.column(named: ControllerField.tier)
    let terminals = table.column(named: ControllerField.terminal)
    let network = subject.network
    let catalog = TerminalCatalog(network.definition)
    let first = Int(network.firstOrdinals[index])
    for row in rows where !names.isNull(row) && names[row].name?.isEmpty == false {
      let type = network.assetTypeOrdinals[first + row]
      guard type >= 0 else { continue }
      let feature = FeatureID(table: index, row: row)
      let domain = Int(subject.rules.classes[Int(type)].domain)
      if domain >= 0, !network.definition.domainNetworks[domain].tiers.isEmpty {
        let owner = network.definition.domainNetworks[domain]
        let wrong = ControllerField.words(tiers?[row].name).first { owner.tier(named: $0) == nil }
        if let wrong {
          refuse(
            ControllerField.tier,
            of: feature,
            "\(wrong), which is no tier of \(owner.name). "
              + Words.known("tier", owner.tiers.map(\.name))
          )
        }
      }
      let known = catalog.terminals(of: network.catalog.entries[Int(type)].type)
      let wrong = ControllerField.words(terminals?[row].name).first { word in
        !known.contains { $0.isCalled(word) }
      }
      if let wrong {
        refuse(
          ControllerField.terminal,
          of: feature,
          "\(wrong), which is no terminal of its asset type. "
            + Words.known("terminal", known.map { "\($0.id) (\($0.name))" })
        )
      }
    }
  }

  private mutating func refuse(_ field: String, of feature: FeatureID, _ problem: String) {
    add(
      .invalidAttributeValue,
      [feature],
      at: subject.place(feature),
      fix: .setValue(of: feature, field: field, among: []),
      isByMessage: true,
      "\(name(feature)): \(field) is \(problem)"
    )
  }
}

struct AttributeCheck {
  private let attribute: NetworkAttribute
  let values: [Int64]
  private let known: Set<Int>
  /// The least value that is too large; nil when there is none.
  private let limit: Int64?

  init(_ attribute: NetworkAttribute, _ definition: NetworkDefinition) {
    self.attribute = attribute
    values = definition.domain(of: attribute)?.codedValues.map(\.code) ?? []
    known = Set(values.map { Int(truncatingIfNeeded: $0) })
    // One bit of a nullable attribute stands for null.
    let bits = attribute.bitSize.map { $0 - (attribute.isNullable ? 1 : 0) }
    limit =
      attribute.isInline
      ? bits.flatMap { (0..<62).contains($0) ? Int64(1) << Int64($0) : nil } : nil
  }

  func problem(of value: AttributeValue) -> (code: NetworkErrorCode, message: String)? {
    if value == .null {
      guard attribute.isInline && !attribute.isNullable else { return nil }
      return (.invalidAttributeValue, "has no value, but \(attribute.name) must have one.")
    }
    if case .real(let number) = value, !number.isFinite {
      return (.invalidAttributeValue, "is \(number), which is not a value of \(attribute.name).")
    }
    switch attribute.dataType {
    case .float, .double:
      guard value.numericValue != nil else { return (.wrongDataType, isNo("number", value)) }
      return nil
    case .integer, .boolean:
      guard let number = value.wholeValue else {
        return (.wrongDataType, isNo("whole number", value))
      }
      if attribute.dataType == .boolean, number != 0 && number != 1 {
        return (.invalidAttributeValue, "is \(number); \(attribute.name) must be 0 or 1.")
      }
      if !known.isEmpty && !known.contains(Int(truncatingIfNeeded: number)) {
        return (
          .invalidAttributeValue, "is \(number), which is not in the domain of \(attribute.name)."
        )
      }
      if let limit, number < 0 || number >= limit {
        return (
          .invalidAttributeValue,
          "is \(number); the bits of \(attribute.name) hold 0 to \(limit - 1)."
        )
      }
      return nil
    }
  }

  private func isNo(_ noun: String, _ value: AttributeValue) -> String {
    let said: String =
      switch value {
      case .text(let text): "\"\(text.prefix(40))\""
      case .real(let number): "\(number)"
      default: value.noun
      }
    return "is \(said), not a \(noun), which \(attribute.name) needs."
  }
}
