import FuzzDriver
import Glibc

exit(FuzzTarget.run([.blob, .definition, .definitionFile, .geoJSONTable] + FuzzTarget.importers))
