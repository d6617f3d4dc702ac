"""The plugin in German and Spanish, and in English again."""

import os
import subprocess
import xml.etree.ElementTree

import driving
import inner
import test_settings
import test_tracing
from driving import CLONE, Session, picture, pump, room, until, wait_for_tasks
from qgis.core import QgsApplication
from qgis.PyQt.QtCore import QCoreApplication, Qt
from qgis.PyQt.QtWidgets import (
    QAbstractButton,
    QAction,
    QComboBox,
    QDockWidget,
    QGroupBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QScrollArea,
    QTabBar,
    QToolButton,
    QTreeView,
)
from qgis.utils import iface, loadPlugin, startPlugin, unloadPlugin

LANGUAGES = {"de": "de", "es": "es"}
ENGLISH = "en_US"
INI = inner.INI.split("[locale]")[0] + "[locale]\nuserLocale={}\noverrideFlag={}\n"


def translations(language):
    """The translations of a language, by their English texts."""
    root = xml.etree.ElementTree.parse(os.path.join(CLONE, "QGIS", "geosnap", "i18n", f"geosnap_{language}.ts"))
    return {one.findtext("source"): one.findtext("translation") for one in root.iter("message")}


def speak(language):
    """Loads the plugin again in a language, like a QGIS that was started in it."""
    QgsApplication.setTranslation(language)
    if not (unloadPlugin(driving.PLUGIN) and loadPlugin(driving.PLUGIN) and startPlugin(driving.PLUGIN)):
        raise AssertionError("the plugin was not loaded again")
    pump(0.3)


def docks():
    """The docks of the plugin, by name."""
    found = [one for one in iface.mainWindow().findChildren(QDockWidget) if one.objectName().startswith("geosnap")]
    return sorted(found, key=lambda one: one.objectName())


def texts_of(widget):
    """The texts of a widget, and its tool tip."""
    found = [widget.toolTip()]
    if isinstance(widget, (QLabel, QAbstractButton)):
        found.append(widget.text())
    elif isinstance(widget, QGroupBox):
        found.append(widget.title())
    elif isinstance(widget, QDockWidget):
        found.append(widget.windowTitle())
    elif isinstance(widget, QLineEdit):
        found += [widget.placeholderText()]
    elif isinstance(widget, QComboBox):
        found += [widget.itemText(number) for number in range(widget.count())]
    elif isinstance(widget, QTabBar):
        found += [widget.tabText(number) for number in range(widget.count())]
    elif isinstance(widget, QTreeView) and widget.model() is not None:
        model = widget.model()
        found += [str(model.headerData(n, Qt.Horizontal)) for n in range(model.columnCount())]
    return [text for text in found if text]


def shown():
    """All texts of the plugin in the main window, in order: of actions, docks and algorithms."""
    found = []
    window = iface.mainWindow()
    for action in sorted(window.findChildren(QAction), key=lambda one: one.objectName()):
        if action.objectName().startswith("geosnap"):
            found += [(action.objectName(), text) for text in (action.text(), action.toolTip(), action.statusTip())]
    for dock in docks():
        for widget in (dock, *dock.findChildren(object)):
            if widget.isWidgetType():
                found += [(dock.objectName(), text) for text in texts_of(widget)]
    provider = QgsApplication.processingRegistry().providerById("geosnap")
    for one in sorted(provider.algorithms(), key=lambda one: one.name()):
        one = one.create()
        found += [(one.name(), text) for text in (one.displayName(), one.group(), one.shortDescription())]
        found += [(one.name(), text) for text in one.shortHelpString().split("\n")]
        found += [(one.name(), part.description()) for part in one.parameterDefinitions()]
        found += [(one.name(), part.description()) for part in one.outputDefinitions()]
    return found


def cut_off(dock):
    """The texts of a dock that are cut off."""
    found = []
    for widget in dock.findChildren(object):
        if not widget.isWidgetType() or not widget.isVisible():
            continue
        needed = available = 0
        if widget.objectName() == "qt_toolbar_ext_button":
            # It shows the buttons that do not fit.
            needed = 1
        elif isinstance(widget, QLabel):
            if widget.text() and Qt.mightBeRichText(widget.text()):
                continue
            if widget.wordWrap():
                needed, available = widget.heightForWidth(widget.width()), widget.height()
            else:
                needed, available = widget.fontMetrics().horizontalAdvance(widget.text()), widget.width()
        elif isinstance(widget, QToolButton) and widget.toolButtonStyle() == Qt.ToolButtonIconOnly and widget.icon():
            continue
        elif isinstance(widget, QAbstractButton) and widget.text():
            needed, available = widget.minimumSizeHint().width(), widget.width()
        elif isinstance(widget, QScrollArea):
            # Horizontal scrolling.
            needed, available = widget.horizontalScrollBar().maximum(), 0
        elif isinstance(widget, QTabBar):
            needed = sum(widget.tabRect(number).width() for number in range(widget.count()))
            available = widget.width()
        elif isinstance(widget, QHeaderView) and widget.orientation() == Qt.Horizontal and widget.model() is not None:
            for number in range(widget.count()):
                if not widget.isSectionHidden(number):
                    text = str(widget.model().headerData(number, Qt.Horizontal))
                    if widget.fontMetrics().horizontalAdvance(text) > widget.sectionSize(number):
                        found.append(f"{dock.objectName()}: {text!r} in a column of {widget.sectionSize(number)}")
            continue
        elif isinstance(widget, QComboBox):
            needed = widget.fontMetrics().horizontalAdvance(widget.currentText())
            available = widget.width() - 20
        elif isinstance(widget, QLineEdit) and widget.placeholderText():
            needed, available = widget.fontMetrics().horizontalAdvance(widget.placeholderText()), widget.width() - 8
        if needed > available:
            found.append(f"{dock.objectName()}: {(texts_of(widget) or [''])[-1]!r} needs {needed}, has {available}")
    return found


class TranslationTests(Session):
    def tearDown(self):
        super().tearDown()
        if QgsApplication.instance().translation() != ENGLISH:
            speak(ENGLISH)

    def open(self):
        """Opens a network, as the menu does after a file is chosen."""
        room("project").open(self.copy())
        until(lambda: driving.plugin().desk.networks.current is not None, 60, "a network that is open")
        wait_for_tasks()
        driving.settle()

    def test_all_texts_are_translated_as_the_files_say(self):
        done = subprocess.run(
            ["/usr/bin/python3", os.path.join(CLONE, "Scripts", "qgis-translations"), "--check"],
            capture_output=True, text=True, check=False,
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        for language, code in LANGUAGES.items():
            speak(code)
            wanted = translations(language)
            self.assertGreater(len(wanted), 500)
            for text, translation in wanted.items():
                self.assertEqual(QCoreApplication.translate("GeoSnap", text), translation)
        speak(ENGLISH)
        for text in wanted:
            self.assertEqual(QCoreApplication.translate("GeoSnap", text), text)

    def test_what_is_shown_is_in_the_language_and_in_english_again(self):
        english = shown()
        self.assertGreater(len(english), 400)
        for language, code in LANGUAGES.items():
            speak(code)
            wanted = translations(language)
            there = shown()
            self.assertEqual([name for name, _ in there], [name for name, _ in english])
            left = []
            translated = 0
            for (name, text), (_, now) in zip(english, there):
                if text in wanted:
                    self.assertEqual(now, wanted[text], name)
                    translated += 1
                elif now == text and len(text.split()) > 1 and not text.startswith(("geosnap", "(")):
                    left.append(f"{name}: {text!r}")
            self.assertGreater(translated, 300)
            self.assertEqual(left, [], f"not in {language}")
        speak(ENGLISH)
        self.assertEqual(shown(), english)

    def test_words_of_each_language(self):
        for code, opened, title, algorithm, sentence in (
            ("de", "Netz öffnen…", "Verfolgen", "Ein Netz verfolgen", "Kein Netz ist geöffnet. Zuerst eines öffnen."),
            ("es", "Abrir red…", "Seguimiento", "Seguir una red", "No hay ninguna red abierta. Abra una primero."),
            ("de_CH", "Netz öffnen…", "Verfolgen", "Ein Netz verfolgen", "Kein Netz ist geöffnet. Zuerst eines öffnen."),
            ("fr", "Open network…", "Trace", "Trace a network", "No network is open. Open a network first."),
        ):
            with self.subTest(code):
                speak(code)
                self.assertEqual(iface.mainWindow().findChild(QAction, "geosnapOpen").text(), opened)
                self.assertEqual(room("tracing").panel.windowTitle(), title)
                registry = QgsApplication.processingRegistry()
                self.assertEqual(registry.algorithmById("geosnap:trace").displayName(), algorithm)
                self.assertIn(sentence, [label.text() for label in room("tracing").panel.findChildren(QLabel)])

    def test_nothing_is_cut_off_in_the_docks(self):
        self.open()
        for language, code in LANGUAGES.items():
            with self.subTest(language):
                speak(code)
                until(lambda: driving.plugin().desk.networks.current is not None, 60, "the network of the project")
                wait_for_tasks()
                self.look(language)

    def look(self, language):
        """Shows each dock with the content of a network, and finds texts that are cut off."""
        found = []
        room("looking").validation.action.trigger()
        wait_for_tasks()
        room("looking").subnetworks.action.trigger()
        wait_for_tasks()
        pump(0.2)
        for dock in docks():
            dock.hide()
        pump(0.2)
        for dock in docks():
            dock.show()
            dock.raise_()
            pump(0.3)
            bars = [one for one in dock.findChildren(QTabBar) if one.isVisible()]
            if bars:
                for number in range(bars[0].count()):
                    bars[0].setCurrentIndex(number)
                    pump(0.1)
                    found += cut_off(dock)
                    picture(f"{language}-{dock.objectName()}-{number}", dock)
                bars[0].setCurrentIndex(0)
            else:
                found += cut_off(dock)
                picture(f"{language}-{dock.objectName()}", dock)
            dock.hide()
            pump(0.1)
        self.assertEqual(found, [])


class SpokenSession(test_tracing.TraceSession):
    """Messages during work, in a language."""

    LANGUAGE = ""

    def setUp(self):
        speak(LANGUAGES[self.LANGUAGE])
        super().setUp()

    def tearDown(self):
        super().tearDown()
        if QgsApplication.instance().translation() != ENGLISH:
            speak(ENGLISH)

    def check_traces(self):
        language = self.LANGUAGE
        wanted = translations(language)

        def said(text, *values):
            return wanted[text].format(*values)

        path = self.copy()
        self.open(path, test_tracing.GAS)
        panel = self.panel
        self.press("geosnapTraceRun")
        self.assertEqual(panel.status.text(), "⚠ " + said("There is no start yet. Choose Start, then click on the map."))
        found = []
        for label in ("Connected", "Subnetwork", "Upstream", "Downstream", "Isolation", "Loops", "Shortest path"):
            self.set_type(said(label))
            for number in range(3):
                self.tab(number)
                found += cut_off(panel)
            picture(f"{language}-trace-options-{label.split()[0].lower()}", panel)
        self.set_type(said("Downstream"))
        source = test_tracing.feature(path, "origin:ext_grid/0")
        self.set_at("start", *test_tracing.where(source))
        found += cut_off(panel)
        self.run_trace()
        answer = self.answer()
        self.assertGreater(answer.element_count, 0)
        self.tab(3)
        self.assertIn(said("{} features", answer.feature_count), panel.result.title.text())
        self.press("geosnapTraceSelect")
        self.assertIn(wanted["{} features are selected."].format(""), panel.status.text())
        found += cut_off(panel)
        picture(f"{language}-trace-result", panel)
        self.assertEqual(found, [])

    def check_settings(self):
        self.open(self.copy())

        def look(dialog, page):
            self.assertEqual(cut_off(page), [])
            picture(f"{self.LANGUAGE}-settings", dialog)

        test_settings.with_options(look)


class GermanTests(SpokenSession):
    LANGUAGE = "de"

    def test_traces(self):
        self.check_traces()

    def test_settings(self):
        self.check_settings()


class SpanishTests(SpokenSession):
    LANGUAGE = "es"

    def test_traces(self):
        self.check_traces()

    def test_settings(self):
        self.check_settings()


class StartTests(Session):
    """QGIS is started in a language, in each possible way."""

    def start(self, words, language, is_forced, *arguments, **changes):
        place = os.path.join(self.folder, "profile", "profiles", "default", "QGIS")
        os.makedirs(place, exist_ok=True)
        with open(os.path.join(place, "QGIS3.ini"), "w", encoding="utf-8") as file:
            file.write(INI.format(language, str(is_forced).lower()))
        process = inner.start("inner_language.py", self.folder, arguments, GEOSNAP_QGIS_WORDS=words, **changes)
        try:
            until(lambda: process.poll() is not None, 120, "the end of the other QGIS")
        finally:
            process.kill()
        output = process.stdout.read()
        self.assertEqual(process.returncode, 0, output)

    def test_by_its_settings(self):
        self.start("Projekt|Netz öffnen…", "de", True)

    def test_by_the_system(self):
        # The language in the settings has no effect unless it overrides the system's.
        self.start("Proyecto|Abrir red…", "de", False, LANG="es_ES.UTF-8", LC_ALL="es_ES.UTF-8")

    def test_by_the_command_line(self):
        self.start("Projekt|Netz öffnen…", "es", True, "--lang", "de")
