"""A column type of a library, like Sedona's: a name, and bytes in a format that only the library knows."""

from pyspark.sql.types import BinaryType, UserDefinedType


class GeometryType(UserDefinedType):
    @classmethod
    def sqlType(cls):
        return BinaryType()

    @classmethod
    def module(cls):
        return __name__

    def serialize(self, obj):
        return b"S" + obj.blob

    def deserialize(self, datum):
        return Shape(datum[1:])


class Shape:
    __UDT__ = GeometryType()

    def __init__(self, blob):
        self.blob = bytes(blob)

    def __eq__(self, other):
        return self.blob == other.blob
