extension Coordinate: Codable {
  /// Reads an array of x and y, as GeoJSON writes a position; further numbers are ignored.
  ///
  /// ```swift
  /// import Foundation
  ///
  /// let data = Data("[1.5,-2]".utf8)
  /// try JSONDecoder().decode(Coordinate.self, from: data) == Coordinate(x: 1.5, y: -2)  // -> true
  /// ```
  ///
  /// - Throws: `DecodingError` when the array has fewer than two numbers.
  /// - Z and M: There are none; a third number of a position is left out.
  /// - Complexity: Constant.
  /// - Source: RFC 7946, 3.1.1.
  public init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    self.init(x: try list.decode(Double.self), y: try list.decode(Double.self))
  }

  /// Writes an array of x and y.
  ///
  /// ```swift
  /// import Foundation
  ///
  /// let value = Coordinate(x: 1.5, y: -2)
  /// let data = try JSONEncoder().encode(value)
  /// String(decoding: data, as: UTF8.self)  // -> [1.5,-2]
  /// ```
  ///
  /// - Throws: Errors of the encoder, such as for a number that is not finite.
  /// - Complexity: Constant.
  /// - Source: RFC 7946, 3.1.1.
  public func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    try list.encode(x)
    try list.encode(y)
  }
}

extension Envelope: Codable {
  /// Reads an array of least x, least y, greatest x and greatest y, as GeoJSON writes a `bbox`.
  ///
  /// ```swift
  /// import Foundation
  ///
  /// let data = Data("[0,1,2,3]".utf8)
  /// try JSONDecoder().decode(Envelope.self, from: data) == Envelope(minX: 0, minY: 1, maxX: 2, maxY: 3)  // -> true
  /// ```
  ///
  /// - Throws: `DecodingError` when the list has not four numbers.
  /// - Z and M: There are none; a third number of a position is left out.
  /// - Complexity: Constant.
  /// - Source: RFC 7946, 5.
  public init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    self.init(
      minX: try list.decode(Double.self),
      minY: try list.decode(Double.self),
      maxX: try list.decode(Double.self),
      maxY: try list.decode(Double.self)
    )
  }

  /// Writes an array of least x, least y, greatest x and greatest y.
  ///
  /// ```swift
  /// import Foundation
  ///
  /// let value = Envelope(minX: 0, minY: 1, maxX: 2, maxY: 3)
  /// let data = try JSONEncoder().encode(value)
  /// String(decoding: data, as: UTF8.self)  // -> [0,1,2,3]
  /// ```
  ///
  /// - Throws: Errors of the encoder, such as for a number that is not finite.
  /// - Complexity: Constant.
  /// - Source: RFC 7946, 5.
  public func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    for side in [minX, minY, maxX, maxY] { try list.encode(side) }
  }
}
