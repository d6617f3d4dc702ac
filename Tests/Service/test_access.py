"""Accessibility: all that axe-core finds wrong with each tool open, and focus that is seen."""

import os
import pathlib
import unittest

from driving import MAIN, Keys, PageTest

AXE = pathlib.Path(os.environ["GEOSNAP_AXE"]).read_text() if os.environ.get("GEOSNAP_AXE") else None
"""axe-core, which knows the rules of WCAG."""

ASK = """
const done = arguments[0];
axe.run(document, { resultTypes: ['violations'] }).then(
  ({ violations }) => done(violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html.slice(0, 100)} ${any[0]?.message ?? ''}`))),
  (error) => done([String(error)]),
);
"""

FOCUS = """
const one = document.activeElement;
const style = getComputedStyle(one);
const box = one.getBoundingClientRect();
return { tag: one.tagName, id: one.id, text: (one.getAttribute('aria-label') ?? one.textContent).trim().slice(0, 40),
  isSeen: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2, isThere: box.width > 0 && box.height > 0 };
"""


class AccessTests(PageTest):
    tools = ("look", "draw", "trace", "container", "associations", "layers", "validate", "history")

    def wrong(self):
        """What axe-core finds wrong on the page as it is."""
        driver = self.page.driver
        driver.execute_script(AXE)
        return driver.execute_async_script(ASK)

    @unittest.skipUnless(AXE, "GEOSNAP_AXE names no axe.min.js")
    def test_each_tool_has_names_roles_and_contrast(self):
        page = self.page
        page.open(MAIN, zoom=11)
        page.click(MAIN)
        page.wait(lambda: page.all(".sheet"), "sheet")
        for name in self.tools:
            if name != "look":
                page.tool(name)
                page.driver.execute_script("for (const one of document.querySelectorAll('#panel details')) one.open = true")
            page.wait(lambda: page.text("#panel-title"), "title")
            with self.subTest(tool=name):
                self.assertEqual(self.wrong(), [])

    @unittest.skipUnless(AXE, "GEOSNAP_AXE names no axe.min.js")
    def test_refusals_and_what_if_have_contrast(self):
        page = self.page
        page.open(MAIN)
        page.tool("draw")
        page.choose("Table", "PipelineLine")
        page.choose("Asset group", "Service")
        page.click(MAIN)
        page.wait(lambda: "Nothing may be joined here" in page.text("#panel"), "card")
        self.assertEqual(self.wrong(), [])
        page.press("Place Fitting / Tap")
        page.click((MAIN[0] + 1.2, MAIN[1] + 3.4))
        page.wait(lambda: "Saving is allowed" in page.text("#panel"), "what-if")
        self.assertEqual(self.wrong(), [])

    def test_focus_is_seen_and_goes_everywhere(self):
        page = self.page
        page.open(MAIN)
        page.driver.execute_script("document.activeElement.blur()")
        seen = []
        for _ in range(40):
            page.keys(Keys.TAB)
            focus = page.driver.execute_script(FOCUS)
            if focus["tag"] == "BODY":
                break
            with self.subTest(focus=focus):
                self.assertTrue(focus["isSeen"])
                self.assertTrue(focus["isThere"])
            seen.append(focus)
        names = [focus["text"] for focus in seen]
        order = [next(i for i, name in enumerate(names) if name.startswith(start)) for start in ("To the map", "Look", "Trace", "Close the panel")]
        self.assertEqual(order, sorted(order), names)
        for wanted in ("Map of the network", "Search the network", "Zoom in", "Print", "Keys"):
            self.assertTrue(any(name.startswith(wanted) for name in names), (wanted, names))


class DarkAccessTests(AccessTests):
    dark = True
