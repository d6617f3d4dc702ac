internal import GeoSnapSupport

extension Crowd: PagedElement {}

extension TreeEntry: PagedElement {
  package static var pageBytes: Int { 16384 }
}
