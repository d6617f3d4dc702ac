/// Command lines that a user may paste.
package enum PastedCommand {
  /// A word for a shell: quoted when it has characters other than letters, digits and harmless signs.
  package static func quoted(_ word: String) -> String {
    let harmless = Set("-_./:,=+@%")
    let isPlain = word.allSatisfy {
      ($0.isASCII && ($0.isLetter || $0.isNumber)) || harmless.contains($0)
    }
    guard word.isEmpty || !isPlain else { return word }
    let special = Set("\"$`\\!")
    if word.contains("'"), !word.contains(where: special.contains) { return "\"\(word)\"" }
    return "'"
      + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
      + "'"
  }
}
