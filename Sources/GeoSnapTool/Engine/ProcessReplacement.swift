import Foundation

enum ProcessReplacement {
  /// Replaces this program by the one at `path`, with `words` as its arguments; returns only on failure, with the
  /// reason.
  static func become(_ path: String, _ words: [String]) -> String {
    var copies: [UnsafeMutablePointer<CChar>?] = unsafe ([path] + words).map { unsafe strdup($0) }
    unsafe copies.append(nil)
    unsafe execv(path, copies)
    return unsafe String(cString: strerror(errno))
  }
}
