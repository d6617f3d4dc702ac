"""The base of all algorithms: a network, its results, and how they are reported."""

import os

from qgis.core import (
    QgsCoordinateReferenceSystem,
    QgsExpressionContextUtils,
    QgsProcessing,
    QgsProcessingAlgorithm,
    QgsProcessingException,
    QgsProcessingParameterDefinition,
    QgsProcessingParameterFeatureSink,
    QgsProcessingParameterFile,
    QgsProcessingParameterFileDestination,
    QgsProcessingParameterNumber,
    QgsProcessingParameterString,
)
from qgis.PyQt.QtGui import QIcon

from ..kernel import store
from ..kernel.address import DatabaseUnread, is_address
from ..kernel.package import PackageMissing, package
from ..kernel.texts import tr
from ..kernel.work import Cancelled
from . import notes

_PAGES = "https://github.com/geosnap/geosnap/blob/main/Documentation/"


def picture_path(name):
    """The file of an icon of the plugin."""
    return os.path.join(os.path.dirname(os.path.dirname(__file__)), "icons", name + ".svg")


def picture(name):
    """An icon of the plugin."""
    return QIcon(picture_path(name))


def listed(text):
    """The entries of a text: one per line, or separated by semicolons outside of quotes."""
    entries, entry, quote = [], "", None
    for position, letter in enumerate(text or ""):
        if quote:
            quote = None if letter == quote else quote
        elif letter in "'\"" and letter in text[position + 1 :]:
            quote = letter
        if letter in ";\n" and quote is None:
            entries.append(entry)
            entry = ""
        else:
            entry += letter
    return [one.strip() for one in [*entries, entry] if one.strip()]


def network_of(project):
    """The network in the project variable that binds a network to its layers, or None."""
    if project is None:
        return None
    named = QgsExpressionContextUtils.projectScope(project).variable("geosnap_network")
    first = str(named or "").split("|")[0].strip()
    if not first or is_address(first):
        return first or None
    return os.path.normpath(os.path.join(project.homePath(), first))


class Algorithm(QgsProcessingAlgorithm):
    """A query of a network, as an entry of QGIS's toolbox.

    A subclass sets the texts below, adds its parameters in ``add_parameters``, and computes its outputs in
    ``answer``, which runs on another thread.
    """

    NETWORK = "NETWORK"
    TOLERANCE = "TOLERANCE"
    ASSET_TYPE = "ASSET_TYPE"
    REPORT = "REPORT"

    GROUPS = {"questions": tr("Questions"), "network": tr("Network"), "import": tr("Import")}
    NAME = ""
    """The name in models and in qgis_process."""
    TITLE = ""
    GROUP = "questions"
    SUMMARY = ""
    """One sentence that says what it does."""
    HELP = ""
    """The help text."""
    TAGS = ""
    PAGE = ""
    """The page of the documentation."""

    def __init__(self, desk):
        super().__init__()
        self._desk = desk
        self.path = self._given_path = None

    # Methods that QGIS calls

    def createInstance(self):  # noqa: N802 (QGIS calls it so)
        return type(self)(self._desk)

    def name(self):
        return self.NAME

    def displayName(self):  # noqa: N802 (QGIS calls it so)
        return self.TITLE

    def group(self):
        return self.GROUPS[self.GROUP]

    def groupId(self):  # noqa: N802 (QGIS calls it so)
        return self.GROUP

    def shortDescription(self):  # noqa: N802 (QGIS calls it so)
        return self.SUMMARY

    def shortHelpString(self):  # noqa: N802 (QGIS calls it so)
        return f"<p>{self.SUMMARY}</p>" + "".join(f"<p>{part}</p>" for part in self.HELP.split("\n"))

    def helpUrl(self):  # noqa: N802 (QGIS calls it so)
        return _PAGES + self.PAGE

    def tags(self):
        return [one.strip() for one in self.TAGS.split(",")]

    def icon(self):
        return picture("processing-" + self.GROUP)

    def svgIconPath(self):  # noqa: N802 (QGIS calls it so)
        return picture_path("processing-" + self.GROUP)

    def initAlgorithm(self, configuration=None):  # noqa: N802 (QGIS calls it so)
        self.add_parameters()

    def prepareAlgorithm(self, parameters, context, feedback):  # noqa: N802 (QGIS calls it so)
        # The desk belongs to the main thread, which makes this call.
        if self.parameterDefinition(self.NETWORK) is not None:
            given = self.parameterAsString(parameters, self.NETWORK, context).strip()
            path = given.split("|")[0] or self._open_path() or network_of(context.project())
            try:
                # A database may need a password from QGIS, which provides it on this thread.
                self.path = store.key(path) if path and is_address(path) else path
                self._given_path = store.to_open(self.path) if path else path
            except DatabaseUnread as error:
                raise QgsProcessingException(str(error)) from None
        return True

    def processAlgorithm(self, parameters, context, feedback):  # noqa: N802 (QGIS calls it so)
        try:
            geosnap = package()
        except PackageMissing as error:
            raise QgsProcessingException(str(error)) from None
        notes.listen(geosnap.GeoSnapWarning)
        with notes.told(feedback.pushWarning):
            try:
                return self.answer(parameters, context, feedback)
            except Cancelled:
                return {}
            except (geosnap.GeoSnapError, OSError) as error:
                if feedback.isCanceled():
                    return {}
                raise QgsProcessingException(str(error)) from error

    # Methods of subclasses

    def add_parameters(self):
        """Adds the parameters and outputs."""
        raise NotImplementedError

    def answer(self, parameters, context, feedback):
        """Returns the values of the outputs; runs on another thread."""
        raise NotImplementedError

    # Shared parameters

    def _open_path(self):
        """The network that tools work on; None in qgis_process."""
        network = self._desk.networks.current if self._desk is not None else None
        return network.path if network is not None else None

    def add_network(self):
        """Adds the parameter of the network. Its default is the project's network."""
        self.addParameter(
            QgsProcessingParameterFile(
                self.NETWORK, tr("Network (empty: that of the project)"), defaultValue=self._open_path(),
                optional=True, fileFilter=tr("GeoPackage (*.gpkg);;All files (*.*)"),
            )
        )

    def add_tolerance(self, text, value=1.0):
        """Adds a distance in the network's units."""
        # A distance widget shows a layer's units, and <unknown> for a network, which is a file.
        kind = QgsProcessingParameterNumber.Double
        self.add(QgsProcessingParameterNumber(self.TOLERANCE, text, kind, defaultValue=value, minValue=0.0))

    def add_text(self, name, text, is_long=False, is_advanced=False, value=None, choices=None):
        """Adds an optional text; ``choices`` names the kind of values that its widget lists."""
        parameter = QgsProcessingParameterString(name, text, defaultValue=value, multiLine=is_long, optional=True)
        if choices:
            parameter.setMetadata(
                {"widget_wrapper": {"class": f"{__package__}.choices.ChoiceWrapper", "choices": choices}}
            )
        self.add(parameter, is_advanced)

    def add(self, parameter, is_advanced=False):
        """Adds a parameter, under Advanced if requested."""
        if is_advanced:
            parameter.setFlags(parameter.flags() | QgsProcessingParameterDefinition.FlagAdvanced)
        self.addParameter(parameter)

    def add_sink(self, name, text, kind=QgsProcessing.TypeVectorAnyGeometry, is_optional=False, is_default=True):
        """Adds an output layer."""
        self.addParameter(
            QgsProcessingParameterFeatureSink(
                name, text, kind, optional=is_optional, createByDefault=is_default
            )
        )

    def add_report(self, text=None):
        """Adds the JSON file with the complete result."""
        self.addParameter(
            QgsProcessingParameterFileDestination(
                self.REPORT, text or tr("Report"), tr("JSON (*.json)"), optional=True, createByDefault=False
            )
        )

    def write_report(self, document, parameters, context):
        """Writes the JSON file if it is requested. Returns its path, or an empty text."""
        import json

        path = self.parameterAsFileOutput(parameters, self.REPORT, context)
        if path:
            with open(path, "w", encoding="utf-8") as file:
                json.dump(document, file, indent=1, ensure_ascii=False)
        return path

    # The network

    def open_network(self, feedback, share=0.2):
        """Opens the network of the parameters.

        The algorithm opens its own copy, which edits in QGIS do not change.

        Parameters
        ----------
        share : float
            The share of the progress bar that opening takes.
        """
        if not self._given_path:
            raise QgsProcessingException(tr("Choose a network: none is given, and the project has none."))
        kernel = package().open(self._given_path, progress=self.teller(feedback, 0, 100 * share))
        if kernel.set_aside_count:
            feedback.pushWarning(
                tr("{} rows of the network cannot be read and are left out: Validate a network lists them.").format(
                    kernel.set_aside_count
                )
            )
        return kernel

    def definition(self):
        """The definition of the network of the parameters."""
        return package().ask("definition", "show", self._given_path, "--json")

    @staticmethod
    def crs_of(kernel):
        """The reference system of a network; invalid if it has none."""
        if kernel.srid is None:
            return QgsCoordinateReferenceSystem()
        crs = QgsCoordinateReferenceSystem(f"EPSG:{kernel.srid}")
        return crs if crs.isValid() else QgsCoordinateReferenceSystem(f"ESRI:{kernel.srid}")

    def result_crs(self, kernel, context, source=None):
        """The reference system of results.

        Without a reference system of the network, the coordinates are in that of the input layer, or of the project.
        QGIS would take them for degrees otherwise.
        """
        crs = self.crs_of(kernel)
        if crs.isValid():
            return crs
        if source is not None and source.sourceCrs().isValid():
            return source.sourceCrs()
        project = context.project()
        return project.crs() if project is not None else crs

    @staticmethod
    def teller(feedback, begin=0.0, end=100.0):
        """A function that receives the share that is done, and ends the call if the user has cancelled."""

        def tell(share):
            if share == share:
                feedback.setProgress(begin + (end - begin) * share)
            if feedback.isCanceled():
                raise Cancelled()

        return tell

    # Values

    def texts_of(self, parameters, name, context):
        """The entries of a text with several."""
        return listed(self.parameterAsString(parameters, name, context))

    def chosen(self, parameters, name, context):
        """The chosen entries of a list. QGIS returns an empty entry if none is chosen."""
        return [one for one in self.parameterAsEnumStrings(parameters, name, context) if one]

    def text_of(self, parameters, name, context):
        """A text, or None where it is empty."""
        return self.parameterAsString(parameters, name, context).strip() or None
