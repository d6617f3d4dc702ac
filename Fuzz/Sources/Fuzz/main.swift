import FuzzDriver
import Glibc

exit(FuzzTarget.run(FuzzTarget.formats + FuzzTarget.streams + [.engine]))
