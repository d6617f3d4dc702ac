"""The help: it opens, its labels exist, and its links are valid."""

import html.parser
import os
import re
from unittest import mock

import driving
from driving import CLONE, Session, pump, room
from qgis.core import QgsSettings
from qgis.PyQt.QtCore import QUrl
from qgis.PyQt.QtWidgets import QAction, QTextBrowser
from qgis.utils import iface

SOURCES = os.path.join(CLONE, "QGIS", "geosnap")


class Page(html.parser.HTMLParser):
    """A help page: the labels of the plugin that it mentions, its anchors, links and pictures."""

    def __init__(self, path):
        super().__init__()
        self.labels, self.names, self.links, self.pictures, self.open = [], [], [], [], []
        self._is_label = False
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())
        self.close()

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        if tag not in ("meta", "img", "br"):
            self.open.append(tag)
        if "id" in found:
            self.names.append(found["id"])
        if tag == "a":
            self.links.append(found["href"])
        if tag == "img":
            self.pictures.append((found["src"], "alt" in found))
        if tag == "b":
            self._is_label = True
            self.labels.append("")

    def handle_endtag(self, tag):
        if self.open.pop() != tag:
            raise AssertionError(f"{tag} is closed where it is not open, at {self.getpos()}")
        if tag == "b":
            self._is_label = False

    def handle_data(self, data):
        if self._is_label:
            self.labels[-1] += data


def texts():
    """The texts of the plugin, with any text for placeholders."""
    found = set()
    for folder, _, names in os.walk(SOURCES):
        for name in names:
            if name.endswith(".py"):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    found.update(re.findall(r'tr\(\s*"((?:[^"\\]|\\.)*)"', file.read()))
    return [re.compile(re.sub(r"\\{[^}]*\\}", ".+", re.escape(text.replace('\\"', '"'))) + "$") for text in found]


class HelpTests(Session):
    def opened(self, is_shown=True):
        """The page that the action opens."""
        module = type(room("help")).__module__
        with mock.patch(f"{module}.QDesktopServices.openUrl", return_value=is_shown) as shown:
            iface.mainWindow().findChild(QAction, "geosnapHelp").trigger()
        return shown.call_args[0][0].toLocalFile()

    def test_the_action_opens_the_page_in_the_language_of_qgis(self):
        english = os.path.join(os.path.dirname(self.opened()), "index.html")
        self.assertEqual(self.opened(), english)
        self.assertTrue(os.path.isfile(english))
        before = QgsSettings().value("locale/userLocale")
        german = os.path.join(os.path.dirname(english), "index_de.html")
        try:
            for language in ("de_AT", "fi", ""):
                QgsSettings().setValue("locale/userLocale", language)
                is_german = language.startswith("de") and os.path.isfile(german)
                self.assertEqual(self.opened(), german if is_german else english)
        finally:
            QgsSettings().setValue("locale/userLocale", before)

    def test_without_a_browser_it_says_where_the_page_is(self):
        path = self.opened(is_shown=False)
        self.assertTrue(any(path in text for text in self.messages()), self.messages())

    def test_what_it_names_is_there(self):
        path = self.opened()
        page = Page(path)
        self.assertEqual(page.open, [])
        self.assertEqual(len(page.names), len(set(page.names)))
        for link in page.links:
            self.assertTrue(link.startswith("#") and link[1:] in page.names, link)
        for picture, has_text in page.pictures:
            self.assertTrue(os.path.isfile(os.path.join(os.path.dirname(path), picture)), picture)
            self.assertTrue(has_text, picture)
        known = texts()
        unknown = []
        for label in page.labels:
            label = re.sub(r"\s+", " ", label).strip()
            if label != "bold" and not any(pattern.match(label) for pattern in known):
                unknown.append(label)
        self.assertEqual(unknown, [])
        menu = next(action.menu() for action in iface.pluginMenu().actions() if action.text() == "GeoSnap")
        named = {re.sub(r"\s+", " ", label).strip() for label in page.labels}
        # Undo and redo also name the step.
        missing = {action.text().split(":")[0] for action in menu.actions()} - named
        self.assertEqual(missing, {"Help"}, "each entry of the menu is explained")

    def test_viewers_of_qt_show_it(self):
        browser = QTextBrowser(iface.mainWindow())
        try:
            browser.resize(900, 860)
            browser.setSource(QUrl.fromLocalFile(self.opened()))
            browser.show()
            pump(0.3)
            self.assertIn("Draw by the rules", browser.toPlainText())
            browser.scrollToAnchor("draw")
            driving.picture("help", browser)
        finally:
            browser.hide()
            browser.deleteLater()
