"""Work that continues while the network changes, and requests in quick succession."""

import json
import math
import os
import pathlib
import re
import subprocess

from driving import MAIN, Keys, PageTest, Select

SLOW = """
const [real, limit] = [window.fetch, arguments[0]];
window.fetch = async (path, options) => {
  const at = new URLSearchParams(String(path).split("?")[1]).get("at");
  if (at && Number(at.split(",")[0]) < limit) await new Promise((done) => setTimeout(done, 700));
  if (options?.method === "POST") window.sent = options.body;
  return real(path, options);
};
"""

# Requests of this path wait until they are released.
HELD = """
const [real, path] = [window.fetch, arguments[0]];
window.fetch = async (target, options) => {
  if (String(target).startsWith(path)) await new Promise((done) => (window.release = done));
  return real(target, options);
};
"""

DEFINITION = {
    "domainNetworks": [
        {
            "name": "Water",
            "tierDefinition": "hierarchical",
            "sources": [
                {"name": "WaterDevice", "usage": "device", "assetGroups": [{"name": "Valve", "assetTypes": ["Gate"]}]},
                {"name": "WaterJunction", "usage": "junction", "assetGroups": [{"name": "Fitting", "assetTypes": ["Tap"]}]},
                {"name": "WaterLine", "usage": "line", "assetGroups": [{"name": "Main", "assetTypes": ["Steel"]}]},
            ],
            "tiers": [{"name": "Zone", "rank": 1}],
        }
    ],
    "rules": [{"kind": "junctionEdge", "from": "WaterDevice/Valve/Gate", "to": "WaterLine/Main/Steel"}],
}


class ChangeTests(PageTest):
    """The network is changed by others, or by the user, during an operation."""

    def change(self, *edits, name="A change"):
        answer = self.service.ask("/transactions?allow-unconnected=true", {"name": name, "edits": list(edits)})
        self.assertIsNone(answer["refused"], json.dumps(answer))
        self.addCleanup(self.service.ask, "/undo", {})

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.side = cls.page.network["square"][2]

    @property
    def zoom(self):
        """The zoom with the scale that zoom 12 has before the network grows."""
        return 12 + math.log2(self.page.network["square"][2] / self.side)

    def open(self):
        self.page.network = self.service.ask("/network")
        self.page.open(MAIN, self.zoom)

    def draw_service(self):
        self.page.tool("draw")
        self.page.choose("Table", "PipelineLine")
        self.page.choose("Asset group", "Service")
        self.page.choose("Asset type", "House Connection")

    def begin_drawing(self):
        page = self.page
        self.draw_service()
        page.click((MAIN[0] - 1, MAIN[1] - 2))
        page.wait(lambda: "Vertex 1 placed" in page.live, "vertex")

    def test_a_drawing_stays_when_the_network_outgrows_its_square(self):
        page = self.page
        self.open()
        page.driver.execute_script("window.isKept = true")
        self.begin_drawing()
        x0, y0, x1, y1 = page.network["extent"]
        self.change({"insert": "survey_points", "geometry": f"POINT ({x1 + 2 * (x1 - x0)} {y0})"}, name="Far away")
        page.wait(lambda: "Far away" in page.text("#notices"), "notice")
        page.network = self.service.ask("/network")
        zoom = self.zoom
        self.assertGreater(zoom, 12)
        page.wait(lambda: page.driver.execute_script("return location.hash").endswith(f",{zoom:g}"), "zoom of the same scale")
        page.rest()
        self.assertTrue(page.driver.execute_script("return window.isKept"))
        self.assertGreater(page.painted(), 500)
        page.move(MAIN)
        page.wait(lambda: page.mark == "prevented", "mark")
        page.click((MAIN[0] - 2, MAIN[1] - 3))
        page.wait(lambda: "Vertex 2 placed" in page.live, "vertex")

    def test_a_sheet_shows_what_others_have_changed(self):
        page = self.page
        self.open()
        page.click(MAIN)
        page.wait(lambda: "pipe/1697" in page.text(".sheet"), "sheet")
        self.rename("Seen at once")
        self.addCleanup(self.service.ask, "/undo", {})
        page.wait(lambda: "Seen at once" in page.text(".sheet"), "name")
        page.tool("history")
        self.rename("Seen later")
        self.addCleanup(self.service.ask, "/undo", {})
        page.wait(lambda: "Seen later" in page.text("#notices"), "notice")
        page.tool("look")
        page.wait(lambda: "Seen later" in page.text(".sheet"), "name")

    def test_who_moves_what_others_have_moved_is_told(self):
        page = self.page
        self.open()
        page.click(MAIN)
        page.press("Move")
        page.wait(lambda: "Drag a vertex" in page.text("#panel"), "drawing")
        line = self.service.feature("origin:pipe/1697")
        places = [place[:2] for place in line["geometry"]["coordinates"]]
        (x0, y0), (x1, y1) = places[:2]
        text = ", ".join(f"{x} {y}" for x, y in [places[0], ((x0 + x1) / 2, (y0 + y1) / 2 + 0.2), *places[1:]])
        self.change({"redraw": line["globalID"], "geometry": f"LINESTRING ({text})"})
        page.wait(lambda: "Another user has changed" in page.text("#notices .is-error"), "notice")
        page.press("Begin with the present state", "#notices")
        page.wait(lambda: "Drag a vertex" in page.text("#panel"), "drawing")

    def test_undo_in_a_notice_is_of_its_own_step(self):
        page = self.page
        self.open()
        page.click(MAIN)
        page.press("Edit attributes")
        control = page.wait(lambda: page.all("#panel input[type=text]"), "field")[0]
        control.clear()
        # The typed value is saved, although the field still has the focus.
        control.send_keys("typed", Keys.ENTER)
        page.wait(lambda: page.button("Undo", "#notices"), "notice")
        self.addCleanup(self.service.ask, "/undo", {})
        line = self.service.feature("origin:pipe/1697")
        self.assertIn("typed", [one["value"] for one in line["attributes"]])
        self.rename("Another step")
        self.addCleanup(self.service.ask, "/undo", {})
        page.wait(lambda: "Another step" in page.text("#notices"), "notice")
        self.assertIsNone(page.button("Undo", "#notices"))

    def test_another_type_keeps_what_is_drawn(self):
        page = self.page
        self.open()
        self.begin_drawing()
        page.choose("Asset group", "Plastic Main")
        self.assertTrue(page.button("Take back").is_enabled())
        page.choose("Table", "PipelineJunction")
        self.assertFalse(page.button("Take back").is_enabled())
        page.press("Continue this drawing", "#notices")
        self.assertTrue(page.button("Take back").is_enabled())
        self.assertEqual(Select(page.one("#panel select")).first_selected_option.text, "PipelineLine")
        # While a feature is drawn, only the drawing is undone.
        steps = len(self.steps())
        page.chord(Keys.CONTROL, "z")
        page.wait(lambda: not page.button("Take back").is_enabled(), "empty drawing")
        self.assertEqual(len(self.steps()), steps)

    def test_vertices_are_placed_in_the_order_of_the_clicks(self):
        page = self.page
        self.open()
        self.draw_service()
        # Requests for places further left are answered late.
        page.driver.execute_script(SLOW, MAIN[0] - 1.5)
        page.click((MAIN[0] - 2, MAIN[1] - 2))
        page.click((MAIN[0] - 1, MAIN[1] - 2))
        page.wait(lambda: "Vertex 2 placed" in page.live, "vertices")
        sent = page.wait(lambda: page.driver.execute_script("return window.sent"), "what-if")
        places = re.findall(r"[-\d.]+ [-\d.]+", json.loads(sent)["edits"][-1]["geometry"])
        self.assertEqual([round(float(place.split()[0]) - MAIN[0]) for place in places], [-2, -1])

    def test_enter_takes_what_a_search_will_find(self):
        page = self.page
        self.open()
        field = page.one("#search input")
        field.send_keys("pipe/16")
        page.wait(lambda: page.all("#search-list [role=option]"), "list")
        field.send_keys("97", Keys.ENTER)
        page.wait(lambda: "pipe/1697" in page.text(".sheet"), "sheet")
        self.assertFalse(page.one("#search-list").is_displayed())

    def test_what_a_search_found_late_leaves_the_next_tool_alone(self):
        page = self.page
        self.open()
        page.tool("container")
        page.driver.execute_script(HELD, "/features")
        page.one("#search input").send_keys("pipe/1697", Keys.ENTER)
        page.wait(lambda: page.driver.execute_script("return Boolean(window.release)"), "question")
        page.tool("trace")
        page.driver.execute_script("window.release()")
        script = "return performance.getEntriesByType('resource').some((one) => one.name.includes('/features'))"
        page.wait(lambda: page.driver.execute_script(script), "answer")
        page.rest()
        self.assertIn("Add start", page.text("#panel"))
        self.assertFalse(page.all(".sheet"))


class EmptyTests(PageTest):
    """A network with a definition and without features."""

    @classmethod
    def make_network(cls, folder):
        definition = pathlib.Path(folder, "net.json")
        definition.write_text(json.dumps(DEFINITION))
        network = pathlib.Path(folder, "empty.gpkg")
        subprocess.run([os.environ["GEOSNAP_SERVE"], "import", "definition", definition, network], check=True, stdout=subprocess.DEVNULL)
        return network

    def test_it_opens_and_shows_what_is_drawn_first(self):
        page = self.page
        page.open()
        page.one("#zoom-whole").click()
        page.rest()
        self.assertEqual(page.painted(), 0)
        for x in (417000, 417100):
            edit = {"insert": "WaterDevice", "assetGroup": 1, "assetType": 1, "geometry": f"POINT ({x} 5367000)"}
            answer = self.service.ask("/transactions?allow-unconnected=true", {"name": f"At {x}", "edits": [edit]})
            self.assertIsNone(answer.get("refused"), json.dumps(answer))
            page.wait(lambda: f"At {x}" in page.text("#notices"), "notice")
        page.one("#zoom-whole").click()
        page.wait(lambda: page.painted() > 0, "valves")
