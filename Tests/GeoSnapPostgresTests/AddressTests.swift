import GeoSnapPostgres
import Testing
