"""Imports networks from files of other programs."""

import os

from qgis.core import (
    QgsProcessingException,
    QgsProcessingOutputNumber,
    QgsProcessingParameterBoolean,
    QgsProcessingParameterCrs,
    QgsProcessingParameterEnum,
    QgsProcessingParameterFile,
    QgsProcessingParameterFileDestination,
)

from ..kernel.package import package
from ..kernel.texts import tr
from .algorithm import Algorithm

_REPORT = tr(
    "The report lists what was read, made, moved and not imported. An existing network is replaced, unless you "
    "choose to add to it."
)


class Import(Algorithm):
    """Makes a network from a file of another program."""

    GROUP = "import"
    KIND = ""
    """The name in ``geosnap import``."""
    FILTER = None
    """The filter of the file dialog; None for a folder."""
    INPUT_TEXT = ""

    INPUT = "INPUT"
    OUTPUT = "OUTPUT"

    @classmethod
    def tagged(cls, tags):
        """The tags of all imports, and further ones."""
        return ",".join((tr("utility network,import,convert,model,new"), tags))

    def add_parameters(self):
        if self.FILTER is None:
            self.addParameter(
                QgsProcessingParameterFile(self.INPUT, self.INPUT_TEXT, QgsProcessingParameterFile.Folder)
            )
        else:
            self.addParameter(QgsProcessingParameterFile(self.INPUT, self.INPUT_TEXT, fileFilter=self.FILTER))
        self.add(
            QgsProcessingParameterCrs(
                "CRS", tr("Reference system of the coordinates (empty: what the format says)"), optional=True
            )
        )
        self.add_own()
        self.addParameter(
            QgsProcessingParameterFileDestination(self.OUTPUT, tr("Network"), tr("GeoPackage (*.gpkg)"))
        )
        self.add_report()
        self.addOutput(QgsProcessingOutputNumber("FEATURE_COUNT", tr("Number of features made")))
        self.addOutput(QgsProcessingOutputNumber("MOVE_COUNT", tr("Number of ends moved")))

    def add_own(self):
        """Adds the parameters of this format, and those that most formats share."""
        self.add(
            QgsProcessingParameterCrs(
                "TO_CRS", tr("Transform the coordinates to (empty: they stay)"), optional=True
            )
        )
        self.add(
            QgsProcessingParameterBoolean("APPEND", tr("Add to the existing network"), False), is_advanced=True
        )
        self.add_text("NETWORK_NAME", tr("Name of the network (empty: that of the file)"), is_advanced=True)
        self.add_text("PREFIX", tr("Prefix of the origins"), is_advanced=True)
        self.add(
            QgsProcessingParameterEnum(
                "TIERS", tr("Tiers"), ("supply", "voltage"), defaultValue="supply", usesStaticStrings=True
            ),
            is_advanced=True,
        )
        self.add(
            QgsProcessingParameterBoolean(
                "KEEP_ENDS", tr("Leave line ends that miss their node where they are"), False
            ),
            is_advanced=True,
        )

    def options(self, parameters, context):
        """The options of ``geosnap import``."""
        options = {
            "to_srid": self._srid(parameters, "TO_CRS", context),
            "append": self.parameterAsBool(parameters, "APPEND", context),
            "name": self.text_of(parameters, "NETWORK_NAME", context),
            "prefix": self.text_of(parameters, "PREFIX", context),
            "keep_ends": self.parameterAsBool(parameters, "KEEP_ENDS", context),
        }
        tiers = self.parameterAsEnumString(parameters, "TIERS", context)
        if tiers and tiers != "supply":
            options["tiers"] = tiers
        return options

    def answer(self, parameters, context, feedback):
        geosnap = package()
        source = self.parameterAsString(parameters, self.INPUT, context)
        output = self.parameterAsFileOutput(parameters, self.OUTPUT, context)
        options = self.options(parameters, context)
        options["srid"] = self._srid(parameters, "CRS", context)
        if not options.get("append"):
            options["force"] = True
        folder = os.path.dirname(os.path.abspath(output))
        if not os.path.isdir(folder):
            raise QgsProcessingException(tr("There is no folder {}.").format(folder))
        document = geosnap.import_network(
            self.KIND, source, output, progress=self.teller(feedback), **options
        )
        self._tell(document, feedback)
        return {
            self.OUTPUT: output, self.REPORT: self.write_report(document, parameters, context),
            "FEATURE_COUNT": self._features(document), "MOVE_COUNT": len(document.get("moves", [])),
        }

    @staticmethod
    def _features(document):
        return sum(document.get("written", {}).values())

    def _tell(self, document, feedback):
        for title, key in (
            (tr("Read"), "read"), (tr("Made"), "written"), (tr("Derived"), "derived"),
            (tr("Not imported"), "notImported"),
        ):
            counts = document.get(key) or {}
            if counts:
                told = ", ".join(f"{name} {count}" for name, count in counts.items())
                feedback.pushInfo(f"{title}: {told}")
        if document.get("moves"):
            feedback.pushInfo(tr("Ends of lines that were moved to their nodes: {}").format(len(document["moves"])))
        for sentence in document.get("notes", []):
            feedback.pushWarning(sentence)

    def _srid(self, parameters, name, context):
        if parameters.get(name) in (None, ""):
            return None
        crs = self.parameterAsCrs(parameters, name, context)
        if not crs.isValid():
            return None
        authority, _, code = crs.authid().partition(":")
        if authority != "EPSG":
            raise QgsProcessingException(
                tr(
                    "{} is not an EPSG reference system: choose an EPSG reference system."
                ).format(crs.userFriendlyIdentifier())
            )
        return int(code)


class ImportEpanet(Import):
    """Imports a model of EPANET."""

    NAME = "importepanet"
    KIND = "epanet"
    TITLE = tr("Import from EPANET")
    SUMMARY = tr("Makes a network from an input file of EPANET.")
    HELP = tr(
        "Reservoirs control subnetworks. Pumps, valves, check valves and closed pipes become devices halfway along "
        "their link. A table of isolation valves has the columns link and node."
    ) + "\n" + _REPORT
    TAGS = Import.tagged(tr("EPANET,water,inp,pressure,hydraulic"))
    PAGE = "Import-EPANET.md"
    FILTER = tr("EPANET (*.inp);;All files (*.*)")
    INPUT_TEXT = tr("Input file of EPANET")

    def add_own(self):
        self.add(
            QgsProcessingParameterFile(
                "VALVES", tr("Table of isolation valves"), optional=True, fileFilter=tr("CSV (*.csv);;All files (*.*)")
            )
        )
        self.add(
            QgsProcessingParameterBoolean("TANK_CONTROLLERS", tr("Tanks control subnetworks too"), False)
        )
        super().add_own()

    def options(self, parameters, context):
        return {
            **super().options(parameters, context),
            "valves": self.text_of(parameters, "VALVES", context),
            "tank_controllers": self.parameterAsBool(parameters, "TANK_CONTROLLERS", context),
        }


class ImportSwmm(Import):
    """Imports a model of SWMM."""

    NAME = "importswmm"
    KIND = "swmm"
    TITLE = tr("Import from SWMM")
    SUMMARY = tr("Makes a network from an input file of SWMM.")
    HELP = tr(
        "Outfalls control subnetworks that drain to them. Pumps, orifices, weirs and outlets become devices halfway "
        "along their link."
    ) + "\n" + _REPORT
    TAGS = Import.tagged(tr("SWMM,sewer,drainage,storm water,inp"))
    PAGE = "Import-EPANET.md"
    FILTER = tr("SWMM (*.inp);;All files (*.*)")
    INPUT_TEXT = tr("Input file of SWMM")


class ImportOpenDss(Import):
    """Imports a circuit of OpenDSS."""

    NAME = "importopendss"
    KIND = "opendss"
    TITLE = tr("Import from OpenDSS")
    SUMMARY = tr("Makes a network from the tables of an OpenDSS circuit.")
    HELP = tr(
        "The folder holds buses.csv, elements.csv and, if there are fuses, fuses.csv, as export_opendss.py writes "
        "them."
    ) + "\n" + _REPORT
    TAGS = Import.tagged(tr("OpenDSS,electric,distribution,feeder"))
    PAGE = "Import-OpenDSS.md"
    INPUT_TEXT = tr("Folder with buses.csv and elements.csv")

    def add_own(self):
        self.add(
            QgsProcessingParameterBoolean("NO_ASSEMBLIES", tr("Join the units of a bank without an assembly"), False),
            is_advanced=True,
        )
        super().add_own()

    def options(self, parameters, context):
        return {
            **super().options(parameters, context),
            "no_assemblies": self.parameterAsBool(parameters, "NO_ASSEMBLIES", context),
        }


class ImportPandapower(Import):
    """Imports a network of pandapower."""

    NAME = "importpandapower"
    KIND = "pandapower"
    TITLE = tr("Import from pandapower")
    SUMMARY = tr("Makes a network from the output of pandapower.to_json.")
    HELP = tr("External grids control subnetworks. With tiers by voltage each level has its own tier.") + (
        "\n" + _REPORT
    )
    TAGS = Import.tagged(tr("pandapower,electric,grid,json"))
    PAGE = "Import-Pandapower.md"
    FILTER = tr("JSON (*.json);;All files (*.*)")
    INPUT_TEXT = tr("File of pandapower")


class ImportPandapipes(Import):
    """Imports a network of pandapipes."""

    NAME = "importpandapipes"
    KIND = "pandapipes"
    TITLE = tr("Import from pandapipes")
    SUMMARY = tr("Makes a network from the output of pandapipes.to_json.")
    HELP = _REPORT
    TAGS = Import.tagged(tr("pandapipes,gas,water,heat,json"))
    PAGE = "Import-Pandapower.md"
    FILTER = tr("JSON (*.json);;All files (*.*)")
    INPUT_TEXT = tr("File of pandapipes")


class ImportEsri(Import):
    """Imports the response of a feature service of a utility network."""

    NAME = "importesri"
    KIND = "esri"
    TITLE = tr("Import from Esri")
    SUMMARY = tr("Makes a network from the responses of a utility network's feature service.")
    HELP = tr(
        "The folder holds dataElement.json, layer-ID.json, query-ID.json, rules.json, associations.json and perhaps "
        "subnetworks.json. The help says how to fetch them."
    ) + "\n" + _REPORT
    TAGS = Import.tagged(tr("Esri,ArcGIS,feature service"))
    PAGE = "Import-Esri.md"
    INPUT_TEXT = tr("Folder with the answers of the service")


class ImportLayers(Import):
    """Imports layers of a GIS."""

    NAME = "importlayers"
    KIND = "gis"
    TITLE = tr("Import layers")
    SUMMARY = tr("Makes a network from layers of a GIS, as described by a mapping file.")
    HELP = tr(
        "The mapping is a JSON file. It names the data of each layer (GeoJSON, or a table of a GeoPackage), the "
        "fields for asset type, global id, origin and network attributes, and the rules. Paths in the mapping are "
        "relative to its folder. The help describes the mapping."
    ) + "\n" + _REPORT
    TAGS = Import.tagged(tr("layers,mapping,GeoJSON,GeoPackage,GIS"))
    PAGE = "Import-GIS.md"
    FILTER = tr("JSON (*.json);;All files (*.*)")
    INPUT_TEXT = tr("Mapping file")


class ImportDefinition(Import):
    """Makes a network without features."""

    NAME = "importdefinition"
    KIND = "definition"
    TITLE = tr("New network from a definition")
    SUMMARY = tr("Makes a network without features from a definition: asset types, tiers, terminals and rules.")
    HELP = tr(
        "The definition is a JSON file, as geosnap definition show prints it. An existing network is replaced."
    )
    TAGS = Import.tagged(tr("definition,schema,empty,template"))
    PAGE = "Howto-Rules.md"
    FILTER = tr("JSON (*.json);;All files (*.*)")
    INPUT_TEXT = tr("Definition")

    def add_own(self):
        """Adds nothing: there are no features to transform."""

    def options(self, parameters, context):
        return {}

    @staticmethod
    def _features(document):
        return 0


IMPORTS = (
    ImportEpanet, ImportSwmm, ImportOpenDss, ImportPandapower, ImportPandapipes, ImportEsri, ImportLayers,
    ImportDefinition,
)
