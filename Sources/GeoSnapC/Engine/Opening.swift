// geosnap.h names these functions, and says what they do.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

package import CGeoSnap
internal import GeoSnap
internal import GeoSnapPostgres
internal import GeoSnapStore
internal import GeoSnapTool

/// The options of a call, with 0 for members beyond the caller's size.
func known<Options: BitwiseCopyable>(
  _ options: UnsafePointer<Options>?,
  _ empty: Options
) throws(Failure) -> Options {
  guard let options = unsafe options else { return empty }
  let given = unsafe UnsafeRawPointer(options).loadUnaligned(as: Int.self)
  guard given >= MemoryLayout<Int>.size, given <= 4_096 else {
    throw .misuse("size of the options is \(given): set it to sizeof of their struct.")
  }
  var known = empty
  unsafe withUnsafeMutableBytes(of: &known) { bytes in
    unsafe bytes.copyMemory(
      from: UnsafeRawBufferPointer(
        start: UnsafeRawPointer(options),
        count: min(given, MemoryLayout<Options>.size)
      )
    )
  }
  return known
}

@c @implementation package func geosnap_version() -> geosnap_text { unsafe VersionText.shared }

private enum VersionText {
  /// Never freed.
  nonisolated(unsafe) static let shared = unsafe geosnap_text(given: "0.1.0")
}

@c @implementation package func geosnap_error_free(_ error: UnsafeMutablePointer<geosnap_error>?) {
  guard let error = unsafe error else { return }
  let given = unsafe error.pointee
  unsafe release(given.code.bytes, given.message.bytes, given.file.bytes, given.path.bytes)
  unsafe release(given.document.bytes)
  unsafe release(error)
}

@c @implementation
package func geosnap_text_free(_ text: geosnap_text) { unsafe release(text.bytes) }

@c @implementation package func geosnap_open(
  _ path: geosnap_text,
  _ options: UnsafePointer<geosnap_open_options>?,
  _ network: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<geosnap_error>?>?
) -> geosnap_status {
  unsafe call(error) { () throws(Failure) in
    let network = try unsafe place(network, "network")
    let options = try unsafe known(options, geosnap_open_options())
    let path = try unsafe path.string("path")
    let image = try unsafe options.image.string("image")
    if image == "beside", PostgresAddress.isAddress(path) {
      throw .misuse("An image cannot be beside a database: set image to a folder.")
    }
    let images: ImageCache =
      switch image {
      case "": .standard
      case "none": .none
      case "beside": .beside(path)
      default: ImageCache(folder: image)
      }
    let extent = try unsafe options.extent.map { corners throws(Failure) in
      try unsafe envelope(corners)
    }
    let isStrict = unsafe options.strict != 0
    let progress = unsafe ProgressCall(options.progress, options.context)
    let opened = try waiting(for: progress) { tell in
      try await NetworkHandle(path, images, extent, isStrict: isStrict, progress: tell)
    }
    unsafe network.pointee = handle(opened)
  }
}

func envelope(_ corners: UnsafePointer<Double>?) throws(Failure) -> Envelope {
  let corners = try unsafe elements(corners, 4, "extent")
  let (minX, minY) = unsafe (corners[0], corners[1])
  let (maxX, maxY) = unsafe (corners[2], corners[3])
  guard minX <= maxX, minY <= maxY, [minX, minY, maxX, maxY].allSatisfy(\.isFinite) else {
    throw .misuse(
      "extent is \(minX), \(minY), \(maxX), \(maxY): give xmin, ymin, xmax, ymax as finite numbers, each minimum not greater than its maximum."
    )
  }
  return Envelope(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
}

@c @implementation
package func geosnap_close(_ network: OpaquePointer?) { unsafe letGo(network, NetworkHandle.self) }

@c @implementation package func geosnap_revision(_ network: OpaquePointer?) -> UInt64 {
  (try? unsafe object(network, "network", as: NetworkHandle.self))?.revision ?? 0
}

@c @implementation package func geosnap_refresh(
  _ network: OpaquePointer?,
  _ changed: UnsafeMutablePointer<Int32>?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<geosnap_error>?>?
) -> geosnap_status {
  unsafe call(error) { () throws(Failure) in
    let isChanged = try unsafe object(network, "network", as: NetworkHandle.self).refresh()
    unsafe changed?.pointee = isChanged ? 1 : 0
  }
}

@c @implementation package func geosnap_summarize(
  _ network: OpaquePointer?,
  _ summary: UnsafeMutablePointer<geosnap_summary>?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<geosnap_error>?>?
) -> geosnap_status {
  unsafe call(error) { () throws(Failure) in
    let open = try unsafe object(network, "network", as: NetworkHandle.self).open
    guard let summary = unsafe summary else { throw .misuse("summary is NULL.") }
    let size = unsafe summary.pointee.size
    guard size >= MemoryLayout<Int>.size, size <= 4_096 else {
      throw .misuse("size of the summary is \(size): set it to sizeof(geosnap_summary).")
    }
    let found = open.network
    let extent = found.envelope
    let none = Double.nan
    var known = geosnap_summary(
      size: size,
      feature_count: UInt64(found.featureCount),
      association_count: UInt64(found.associationCount),
      rule_count: UInt64(found.base.rules.count),
      set_aside_count: UInt64(open.snapshot.unreadableRowCount),
      table_count: UInt64(found.base.tables.count),
      srid: found.srid ?? 0,
      is_extent: open.snapshot.edge == nil ? 0 : 1,
      extent: (
        extent?.minX ?? none, extent?.minY ?? none, extent?.maxX ?? none, extent?.maxY ?? none
      )
    )
    unsafe withUnsafeBytes(of: &known) { bytes in
      unsafe UnsafeMutableRawPointer(summary).copyMemory(
        from: bytes.baseAddress.unsafelyUnwrapped,
        byteCount: min(size, bytes.count)
      )
    }
  }
}

@c @implementation package func geosnap_table_name(
  _ network: OpaquePointer?,
  _ table: UInt64,
  _ name: UnsafeMutablePointer<geosnap_text>?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<geosnap_error>?>?
) -> geosnap_status {
  unsafe call(error) { () throws(Failure) in
    let tables = try unsafe object(network, "network", as: NetworkHandle.self).open.network.base
      .tables
    guard let name = unsafe name else { throw .misuse("name is NULL.") }
    guard table < UInt64(tables.count) else {
      throw .misuse("There is no table \(table): the network has \(tables.count), counted from 0.")
    }
    unsafe name.pointee = geosnap_text(given: tables[Int(table)].name)
  }
}
