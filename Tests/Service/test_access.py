"""Accessibility with each tool open: the findings of axe-core, contrast, and visible focus."""

import os
import pathlib

from driving import MAIN, Keys, PageTest

AXE = pathlib.Path(os.environ["GEOSNAP_AXE"]).read_text() if os.environ.get("GEOSNAP_AXE") else None
"""axe-core, with the rules of WCAG."""

ASK = """
const done = arguments[0];
axe.run(document, { resultTypes: ['violations'] }).then(
  ({ violations }) => done(violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html.slice(0, 100)} ${any[0]?.message ?? ''}`))),
  (error) => done([String(error)]),
);
"""

CONTRAST = """
const canvas = document.createElement('canvas');
canvas.width = canvas.height = 1;
const ctx = canvas.getContext('2d', { willReadFrequently: true });
const rgb = (colour) => { ctx.clearRect(0, 0, 1, 1); ctx.fillStyle = colour; ctx.fillRect(0, 0, 1, 1); return [...ctx.getImageData(0, 0, 1, 1).data]; };
const light = ([r, g, b]) => {
  const [x, y, z] = [r, g, b].map((value) => { const share = value / 255; return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4; });
  return 0.2126 * x + 0.7152 * y + 0.0722 * z;
};
const behind = (one) => {
  for (let at = one; at; at = at.parentElement) {
    const colour = rgb(getComputedStyle(at).backgroundColor);
    if (colour[3] > 250) return colour;
  }
  return [255, 255, 255, 255];
};
const found = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let node = walker.nextNode(); node; node = walker.nextNode()) {
  const one = node.parentElement;
  if (!node.textContent.trim() || !one.offsetParent || one.closest('#bubble, #scale, .unseen, script, option, [disabled]')) continue;
  const style = getComputedStyle(one);
  const [a, b] = [light(rgb(style.color)), light(behind(one))].sort((x, y) => x - y);
  const ratio = (b + 0.05) / (a + 0.05);
  const isLarge = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && Number(style.fontWeight) >= 700);
  if (ratio < (isLarge ? 3 : 4.5)) found.push(`${ratio.toFixed(2)} ${one.className} ${node.textContent.trim().slice(0, 40)}`);
}
return found;
"""
"""axe-core does not judge texts above other elements, whose colours it cannot determine."""

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
        """The accessibility errors of the current page."""
        driver = self.page.driver
        found = driver.execute_script(CONTRAST)
        if AXE:
            driver.execute_script(AXE)
            found += driver.execute_async_script(ASK)
        return found

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
        if not AXE:
            self.skipTest("Contrast alone was looked at: GEOSNAP_AXE names no axe.min.js")

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
