"""The five walks by keys alone: without mouse moves and clicks."""

from driving import MAIN, Keys, PageTest


class KeyTests(PageTest):
    def reach(self, label, limit=60):
        """Presses Tab until the control with a name has the focus."""
        page = self.page
        for _ in range(limit):
            name = page.driver.execute_script(
                """const one = document.activeElement;
                return one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent ?? one.textContent;"""
            )
            if name.strip().startswith(label):
                return
            page.keys(Keys.TAB)
        raise AssertionError(f"Tab never reached {label}.")

    def pick(self, label, text):
        """Chooses in a list by typing the beginning of an entry."""
        self.reach(label)
        self.page.keys(text)

    def steer(self, place):
        """Moves the crosshair from its current position to a place."""
        page = self.page
        page.keys("m")
        x, y = page.driver.execute_script(
            """const { x, y } = document.getElementById('cross').getBoundingClientRect();
            const map = document.getElementById('map').getBoundingClientRect();
            return [x - map.x - map.width / 2, y - map.y - map.height / 2];"""
        )
        dx, dy = (round(goal - start) for goal, start in zip(page.pixel(place), (x, y)))
        for count, (less, more) in ((dx, (Keys.ARROW_LEFT, Keys.ARROW_RIGHT)), (dy, (Keys.ARROW_UP, Keys.ARROW_DOWN))):
            key = more if count > 0 else less
            page.keys(*[key] * (abs(count) // 10))
            for _ in range(abs(count) % 10):
                page.chord(Keys.SHIFT, key)

    def test_snap_and_draw(self):
        page = self.page
        page.open(MAIN)
        steps = len(self.steps())
        page.keys("d", "j")
        self.pick("Table", "PipelineLine")
        self.pick("Asset group", "Service")
        self.pick("Asset type", "House")
        page.keys(Keys.ESCAPE)
        self.steer(MAIN)
        page.wait(lambda: page.mark == "prevented", "mark")
        page.wait(lambda: "need a junction between them" in page.live, "what is read out")
        page.keys(Keys.ENTER)
        page.wait(lambda: "Nothing may be joined here" in page.text("#panel"), "card")
        page.keys("j")
        self.reach("Place Fitting / Tap")
        page.keys(Keys.ENTER)
        page.keys("m", *[Keys.ARROW_DOWN] * 22, *[Keys.ARROW_LEFT] * 3, Keys.ENTER)
        page.wait(lambda: "Saving is allowed" in page.text("#panel"), "what-if")
        page.keys(Keys.ENTER)
        page.wait(lambda: len(self.steps()) == steps + 1, "step")
        page.chord(Keys.CONTROL, "z")
        page.wait(lambda: len(self.steps()) == steps, "undo")

    def test_a_junction_is_held_and_dropped(self):
        page = self.page
        hit = self.service.ask(f"/identify?at={MAIN[0]},{MAIN[1]}&tolerance=80&source=PipelineJunction")["hits"][0]
        place = hit["location"][:2]
        page.open(place)
        steps = len(self.steps())
        page.keys("m")
        self.steer(place)
        page.keys(Keys.ENTER)
        page.wait(lambda: page.all(".sheet"), "sheet")
        page.keys("j")
        self.reach("Move")
        page.keys(Keys.ENTER)
        page.wait(lambda: "Drag a vertex" in page.text("#panel"), "drawing")
        page.rest()
        self.steer(place)
        page.keys(Keys.ENTER)
        page.wait(lambda: "Vertex held" in page.live, "held vertex")
        page.keys(*[Keys.ARROW_RIGHT] * 4, Keys.ENTER)
        page.wait(lambda: "Saving is allowed" in page.text("#panel"), "what-if")
        page.chord(Keys.CONTROL, Keys.ENTER)
        page.wait(lambda: len(self.steps()) == steps + 1, "step")
        moved = self.service.feature(hit["globalID"])["geometry"]["coordinates"]
        self.assertGreater(moved[0] - place[0], 0.1)
        page.chord(Keys.CONTROL, "z")
        page.wait(lambda: len(self.steps()) == steps, "undo")

    def test_trace_with_a_configuration(self):
        page = self.page
        page.open(MAIN, zoom=10)
        page.keys("t", "m", Keys.ARROW_LEFT, Keys.ARROW_RIGHT, Keys.ENTER)
        page.wait(lambda: "of the line" in page.text("#panel"), "start")
        page.keys("j")
        self.pick("Type of trace", "Connected")
        self.pick("Configuration", "Tier Supply")
        self.reach("'Device Status'")
        page.keys(Keys.SPACE)
        page.chord(Keys.CONTROL, Keys.ENTER)
        page.wait(lambda: page.text("#panel .result-head h3"), "result")
        self.assertTrue(page.button("Reset"))
        focused = page.driver.execute_script("return document.activeElement.getAttribute('aria-label')")
        self.assertEqual(focused, "Result of the trace")

    def test_container(self):
        page = self.page
        page.open(MAIN)
        page.keys("/")
        page.keys("Regulator")
        page.wait(lambda: page.all("#search-list [role=option]"), "found")
        page.keys(Keys.ENTER)
        page.wait(lambda: "Pipeline Station" in page.text(".sheet"), "sheet")
        page.keys("j")
        self.reach("Contents")
        page.keys(Keys.ENTER)
        page.wait(lambda: "2 features" in page.text("#panel"), "contents")
        page.keys(Keys.ESCAPE)
        page.wait(lambda: "Click on a container" in page.text("#panel"), "hint")

    def test_associations(self):
        page = self.page
        found = self.service.ask("/search?text=Regulator")["found"][0]
        page.open(found["at"], zoom=14)
        page.keys("a")
        page.wait(lambda: "Connectivity" in page.text("#panel"), "kinds")
        page.keys("j", Keys.SPACE)
        page.wait(lambda: page.ink() == 0, "hidden lines")

    def test_the_help_lists_the_keys_and_they_can_be_turned_off(self):
        page = self.page
        page.open(MAIN)
        page.keys("?")
        dialog = page.wait(lambda: page.one("dialog[open]"), "dialog")
        for tool in ("Draw by the rules", "Trace", "Container contents", "Associations in view"):
            self.assertIn(tool, dialog.text)
        self.reach("Keys of one letter")
        page.keys(Keys.SPACE, Keys.ESCAPE, "t")
        self.assertEqual(page.one(".tool[data-tool=trace]").get_attribute("aria-pressed"), "false")
        page.driver.execute_script("localStorage.clear()")
