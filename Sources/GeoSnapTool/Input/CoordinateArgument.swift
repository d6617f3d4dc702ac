import ArgumentParser
import GeoSnap

/// A place on the command line: `X,Y`.
struct CoordinateArgument {
  let coordinate: Coordinate

  /// Reads a place; throws ``Failure`` with the syntax, since users tend to type blanks.
  @Sendable
  static func read(_ text: String) throws -> CoordinateArgument {
    let numbers = finiteNumbers(text)
    if numbers?.count == 4 {
      let parts = text.split(separator: ",")
      throw Failure.usage(
        "A place is X,Y, with decimal points: \(parts[0]).\(parts[1]),\(parts[2]).\(parts[3])."
      )
    }
    guard let numbers, numbers.count == 2 else {
      throw Failure.usage("A place is X,Y: two numbers with a comma between them and no spaces.")
    }
    return CoordinateArgument(coordinate: Coordinate(x: numbers[0], y: numbers[1]))
  }
}

/// A rectangle on the command line: `XMIN,YMIN,XMAX,YMAX`.
struct ExtentArgument: ExpressibleByArgument {
  let envelope: Envelope

  init?(argument: String) {
    guard let numbers = finiteNumbers(argument), numbers.count == 4, numbers[0] <= numbers[2],
      numbers[1] <= numbers[3]
    else { return nil }
    envelope = Envelope(minX: numbers[0], minY: numbers[1], maxX: numbers[2], maxY: numbers[3])
  }
}

/// Finite numbers separated by commas; nil for anything else.
package func finiteNumbers(_ text: String) -> [Double]? {
  var numbers: [Double] = []
  for field in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
    guard let number = Double(Substring(field).trimmingSpaces), number.isFinite else { return nil }
    numbers.append(number)
  }
  return numbers
}

extension Substring {
  fileprivate var trimmingSpaces: Substring {
    var text = self
    let space = UInt8(ascii: " ")
    while text.utf8.first == space { text.removeFirst() }
    while text.utf8.last == space { text.removeLast() }
    return text
  }
}
