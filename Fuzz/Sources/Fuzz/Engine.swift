import EngineCalls
import FuzzDriver
import GeoSnap

extension FuzzTarget {
  /// A few operations after each other, each on what the one before answered.
  static let engine = FuzzTarget("Engine") { input in
    guard input.count > 4 else { return }
    let steps = input.prefix(3)
    guard var operands = operands(Array(input.dropFirst(3))) else { return }
    for step in steps {
      let call = EngineCall.all[Int(step) % EngineCall.all.count]
      let answer = call.answer(operands)
      check(answer, of: call, operands)
      guard let next = answer.geometry, next.coordinates.count < 300 else { return }
      operands.first = next
    }
  }

  /// Operands of the bytes themselves, or of well-known binary when they begin with its mark.
  private static func operands(_ bytes: [UInt8]) -> EngineOperands? {
    guard bytes.first == 0xFF else { return try? EngineOperands(bytes: bytes) }
    var reader = WKBReader()
    reader.append(bytes.dropFirst(2))
    reader.finish()
    guard let first = try? reader.next() else { return nil }
    let second = (try? reader.next()) ?? first
    let choice = Int(bytes.dropFirst().first ?? 0)
    return EngineOperands(
      first: first,
      second: second,
      amount: Double(choice) / 8 - 4,
      fraction: Double(choice) / 128 - 0.5,
      choice: choice
    )
  }

  private static func check(
    _ answer: EngineAnswer,
    of call: EngineCall,
    _ operands: EngineOperands
  ) {
    var said: String {
      "\(call.name) of \(operands.first.wkt) and \(operands.second.wkt),"
        + " \(operands.amount), \(operands.fraction), \(operands.choice)"
    }
    if case .refusal(_, let message) = answer {
      require(!message.isEmpty, "An error without a message: \(said)")
      return
    }
    guard operands.first.isTame, operands.second.isTame, operands.amount.magnitude <= 1e100 else {
      return
    }
    require(answer.isFinite, "An answer that is not finite: \(said)")
    if case .geometries(let geometries) = answer {
      for geometry in geometries {
        require(
          (try? Geometry(wkb: geometry.wkb(includingSRID: true))) == geometry,
          "Breaks the rules of geometries: \(said)"
        )
      }
    }
    if call.name.hasPrefix("prepared "), (try? operands.first.isValid) == true,
      (try? operands.second.isValid) == true,
      let plain = EngineCall.all.first(where: { "prepared " + $0.name == call.name })
    {
      let expected = plain.answer(operands)
      if case .numbers(let one) = answer, case .numbers(let other) = expected {
        require(one.count == other.count, "Differs from the plain operation: \(said)")
        // GEOS's index measures to places that it rounds as ordinates are.
        let rounding = max(operands.first.greatestOrdinate, operands.second.greatestOrdinate).ulp
        for (one, other) in zip(one, other) {
          require(
            abs(one - other) <= 1e-12 * max(one, other) + 2 * rounding,
            "\(one) and \(other): \(said)"
          )
        }
      } else {
        require(answer.bytes == expected.bytes, "Differs from the plain operation: \(said)")
      }
    }
    if call.name == "intersects",
      let isDisjoint = try? operands.first.isDisjoint(from: operands.second)
    {
      require(answer.bytes == Array("\(!isDisjoint)".utf8), "Neither or both: \(said)")
    }
    if call.name == "contains", let isWithin = try? operands.second.isWithin(operands.first) {
      require(answer.bytes == Array("\(isWithin)".utf8), "Contains and is within: \(said)")
    }
  }
}

extension Geometry {
  /// Whether products of its ordinates are numbers.
  fileprivate var isTame: Bool {
    coordinates.ordinates.allSatisfy { $0.isNaN || $0.magnitude <= 1e100 }
      && coordinates.allSatisfy(\.isFinite)
  }

  /// The greatest x or y, whatever its sign.
  fileprivate var greatestOrdinate: Double {
    coordinates.reduce(0) { max($0, $1.x.magnitude, $1.y.magnitude) }
  }
}
