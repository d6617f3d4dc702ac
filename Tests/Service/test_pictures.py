"""The page at three sizes, light and dark: that it fits, and pictures for inspection."""

import os
import pathlib
import shutil
import tempfile
import time
import unittest

from driving import MAIN, NETWORK, Page, Service, browser

SIZES = ((1440, 900), (1024, 768), (390, 844))


class PictureTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.service = Service(shutil.copy(NETWORK, cls.folder.name), "--read-only")
        cls.addClassCleanup(cls.service.close)

    def test_all_sizes(self):
        for width, height in SIZES:
            for dark in (False, True):
                with self.subTest(width=width, dark=dark):
                    self.look(width, height, dark)

    def look(self, width, height, dark):
        driver = browser(width, height, dark, touch=width < 500)
        try:
            page = Page(driver, self.service)
            folder = os.environ.get("GEOSNAP_PAGE_PICTURES")
            def keep(name):
                script = "return [document.documentElement.scrollWidth <= innerWidth, document.documentElement.scrollHeight <= innerHeight]"
                self.assertEqual(driver.execute_script(script), [True, True], name)
                if folder:
                    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
                    driver.save_screenshot(f"{folder}/{name}-{width}-{'dark' if dark else 'light'}.png")
            page.open()
            keep("begin")
            page.open(MAIN, zoom=9)
            page.tool("trace")
            page.click(MAIN)
            page.wait(lambda: "of the line" in page.text("#panel"), "start")
            page.press("Trace", "#panel")
            page.wait(lambda: page.text("#panel .result-head h3"), "result")
            # The map moves to the result.
            page.wait(lambda: not page.all(".leaflet-zoom-anim"), "map at rest")
            time.sleep(0.5)
            page.rest()
            keep("trace")
            page.tool("layers")
            keep("layers")
        finally:
            driver.quit()
