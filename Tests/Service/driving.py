"""A service on a copy of a network, and a browser driven by mouse and keys."""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
import urllib.error
import urllib.request

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

ROOT = pathlib.Path(__file__).resolve().parents[2]
NETWORK = ROOT / "Examples/Schutterwald/schutterwald.gpkg"
PATIENCE = 20

# Places of Schutterwald in the tests.
MAIN = (417831.504, 5367588.087)
"""The middle of the gas main pipe/1697, with no other feature within a metre."""
STATION = "Regulator station ext_grid/0"
"""A station that contains two features."""


class Service:
    """`geosnap serve` on a network, until it is closed."""

    def __init__(self, network, *options):
        program = os.environ["GEOSNAP_SERVE"]
        self.process = subprocess.Popen(
            [program, "serve", str(network), "--port", "0", *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            stdin=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )
        for line in self.process.stdout:
            if "http://" in line:
                self.address = line[line.index("http://") :].split()[0]
                break
        else:
            raise AssertionError(f"{program} has told no address.")
        self.base, _, self.token = self.address.partition("/?token=")

    def ask(self, path, body=None):
        """The document of a path; a body is sent by POST."""
        request = urllib.request.Request(
            self.base + path,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            return json.load(error)

    def feature(self, name):
        """A feature with all its data."""
        found = self.ask(f"/features?of={name}")["features"][0]
        return {**found["properties"], "geometry": found["geometry"]}

    def close(self):
        os.killpg(self.process.pid, signal.SIGTERM)
        self.process.wait(10)
        self.process.stdout.close()


def browser(width=1440, height=900, dark=False, touch=False):
    """A headless Chromium."""
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    for option in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"):
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    service = webdriver.chrome.service.Service(shutil.which("chromedriver"))
    driver = webdriver.Chrome(service=service, options=options)
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": touch}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": touch})
    scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
    return driver


class Page:
    """The page of a service in a browser."""

    def __init__(self, driver, service):
        self.driver = driver
        self.service = service
        self.network = service.ask("/network")

    def open(self, at=None, zoom=12):
        """Opens the page with a place in the middle."""
        view = f"#view={at[0]:.3f},{at[1]:.3f},{zoom:g}" if at else ""
        # Another address first, so that a changed fragment alone also reloads the page.
        self.driver.get("about:blank")
        self.driver.get(self.service.address + view)
        self.wait(lambda: "is-ready" in self.one("body").get_attribute("class"), "the page to be ready")
        self.rest()

    def rest(self):
        """Waits until the map is at rest, and all tiles are drawn."""
        script = """return [location.hash,
          document.querySelectorAll('.leaflet-tile:not(.leaflet-tile-loaded), .leaflet-zoom-anim, .leaflet-pan-anim').length]"""

        def rests():
            before, under_way = self.driver.execute_script(script)
            # A map that is about to move has not started yet.
            time.sleep(0.2)
            return under_way == 0 and self.driver.execute_script(script) == [before, 0]

        self.wait(rests, "the tiles")

    def wait(self, condition, what="a condition"):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                found = condition()
            except (IndexError, StaleElementReferenceException):
                found = None
            if found:
                return found
            time.sleep(0.05)
        raise AssertionError(f"There was no {what}. {self.situation()}")

    def situation(self):
        """The state of the page when a test fails."""
        window = self.driver.execute_script(
            """const box = document.getElementById('map')?.getBoundingClientRect();
            return [innerWidth, innerHeight, location.hash, box && [box.x, box.y, box.width, box.height],
              document.getElementById('live')?.textContent, document.getElementById('notices')?.textContent]"""
        )
        return f"Window, address, map, what was said: {window}. The panel says: {self.text('#panel')[:300]}"

    def one(self, css):
        return self.driver.find_element(By.CSS_SELECTOR, css)

    def all(self, css):
        return self.driver.find_elements(By.CSS_SELECTOR, css)

    def text(self, css):
        return " ".join(element.text for element in self.all(css))

    def button(self, text, within="body"):
        """The first visible button that begins with a text."""
        found = [one for one in self.all(f"{within} button") if one.is_displayed() and one.text.strip().startswith(text)]
        return found[0] if found else None

    def press(self, text, within="body"):
        self.wait(lambda: self.button(text, within), f"button {text}").click()

    def tool(self, name):
        self.one(f".tool[data-tool={name}]").click()
        self.wait(lambda: self.one(f".tool[data-tool={name}]").get_attribute("aria-pressed") == "true", name)

    def choose(self, label, text):
        """Chooses in the list with a label."""
        name = next(one for one in self.all("#panel label") if one.text == label).get_attribute("for")
        Select(self.driver.find_element(By.ID, name)).select_by_visible_text(text)

    # The map

    def pixel(self, place):
        """The position of a place in the map, relative to its middle, which is in the address."""
        view = self.driver.execute_script("return location.hash").split("view=")[1].split(",")
        x, y, zoom = (float(word) for word in view)
        scale = 256 * 2**zoom / self.network["square"][2]
        return round((place[0] - x) * scale), round((y - place[1]) * scale)

    def mouse(self, place):
        dx, dy = self.pixel(place)
        element = self.one("#map")
        width, height = element.size["width"], element.size["height"]
        # Outside of the map a click would have another effect.
        assert abs(dx) < width / 2 and abs(dy) < height / 2, f"{place} is not on the map. {self.situation()}"
        return ActionChains(self.driver, duration=20).move_to_element_with_offset(element, dx + 3, dy + 3).move_to_element_with_offset(
            element, dx, dy
        )

    def move(self, place):
        self.mouse(place).perform()

    def click(self, place):
        self.mouse(place).click().perform()

    def drag(self, start, end):
        (x0, y0), (x1, y1) = self.pixel(start), self.pixel(end)
        element = self.one("#map")
        actions = ActionChains(self.driver, duration=40).move_to_element_with_offset(element, x0, y0).click_and_hold()
        for step in range(1, 6):
            actions.move_to_element_with_offset(element, x0 + (x1 - x0) * step // 5, y0 + (y1 - y0) * step // 5)
        actions.pause(0.3).release().perform()

    def pan(self, dx, dy):
        """Drags the map by pixels."""
        element = self.one("#map")
        actions = ActionChains(self.driver, duration=16).move_to_element_with_offset(element, -dx // 2, -dy // 2).click_and_hold()
        for step in range(1, 31):
            actions.move_to_element_with_offset(element, -dx // 2 + dx * step // 30, -dy // 2 + dy * step // 30)
        actions.release().perform()

    @property
    def said(self):
        """The message at the pointer."""
        return self.driver.execute_script("return document.getElementById('bubble').textContent")

    @property
    def mark(self):
        return self.driver.execute_script("return document.getElementById('bubble').dataset.mark")

    @property
    def live(self):
        return self.driver.execute_script("return document.getElementById('live').textContent")

    def keys(self, *keys):
        for key in keys:
            ActionChains(self.driver, duration=20).send_keys(key).perform()

    def chord(self, modifier, key):
        ActionChains(self.driver).key_down(modifier).send_keys(key).key_up(modifier).perform()

    def ink(self, canvas=0):
        """The number of drawn pixels of an overlay: 0 is that of results, 1 that of the drawing."""
        return self.driver.execute_script(
            """const canvas = document.querySelectorAll('.leaflet-overlay-pane canvas')[arguments[0]];
            const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
            let count = 0;
            for (let i = 3; i < data.length; i += 4) if (data[i] > 40) count++;
            return count;""",
            canvas,
        )

    def painted(self):
        """The number of drawn pixels of the tiles."""
        return self.driver.execute_script(
            """let count = 0;
            for (const tile of document.querySelectorAll('.leaflet-tile-loaded')) {
              const { data } = tile.getContext('2d').getImageData(0, 0, tile.width, tile.height);
              for (let i = 3; i < data.length; i += 4) count += data[i] > 0;
            }
            return count;"""
        )

    def errors(self):
        """The errors in the console, without requests that the service refuses, which the browser logs too."""
        told = [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]
        return [message for message in told if not re.search(r"status of 4(00|09|22) ", message)]


class PageTest(unittest.TestCase):
    """A test with a network, a service and a browser for its class."""

    size = (1440, 900)
    dark = False
    touch = False
    options = ()

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.file = cls.make_network(cls.folder.name)
        cls.service = Service(cls.file, *cls.options)
        cls.addClassCleanup(cls.service.close)
        cls.driver = browser(*cls.size, dark=cls.dark, touch=cls.touch)
        cls.addClassCleanup(cls.driver.quit)
        cls.page = Page(cls.driver, cls.service)

    @classmethod
    def make_network(cls, folder):
        return shutil.copy(NETWORK, folder)

    def tearDown(self):
        self.assertEqual(self.page.errors(), [], "The console told errors.")
        folder = os.environ.get("GEOSNAP_PAGE_PICTURES")
        if folder:
            pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
            self.driver.save_screenshot(f"{folder}/{self.id().rsplit('.', 1)[-1]}.png")

    def rename(self, step, name=None):
        """Renames the main of the tests, like another user."""
        feature = self.service.feature("origin:pipe/1697")
        answer = self.service.ask(
            "/transactions", {"name": step, "edits": [{"setAttributes": feature["globalID"], "attributes": {"NAME": name or step}}]}
        )
        self.assertIsNone(answer["refused"], json.dumps(answer))

    def revision(self):
        return self.service.ask("/history")["revision"]

    def steps(self):
        return [step for step in self.service.ask("/history")["steps"] if not step["isUndone"]]


__all__ = ["MAIN", "STATION", "By", "Keys", "Page", "PageTest", "Select", "Service", "browser"]
