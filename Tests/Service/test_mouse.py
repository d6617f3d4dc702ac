"""The five walks by mouse: snapping by rules, tracing, a configuration, a container, associations."""

from driving import MAIN, STATION, By, Keys, PageTest


class SnappingTests(PageTest):
    def setUp(self):
        self.page.open(MAIN)
        self.page.tool("draw")
        self.page.choose("Table", "PipelineLine")
        self.page.choose("Asset group", "Service")
        self.page.choose("Asset type", "House Connection")

    def test_a_service_may_not_join_a_bare_main(self):
        page = self.page
        page.move(MAIN)
        page.wait(lambda: page.mark == "prevented", "mark")
        self.assertIn("need a junction between them", page.said)
        before = self.revision()
        page.click(MAIN)
        page.wait(lambda: "Nothing may be joined here" in page.text("#panel"), "card")
        self.assertTrue(page.button("Place Fitting / Tap"))
        self.assertFalse(page.button("Save").is_enabled())
        self.assertEqual(self.revision(), before)

    def test_sources_are_limited_prevented_or_allowed(self):
        page = self.page
        page.wait(lambda: page.all("#panel .mark.is-limited"), "legend")
        marks = {kind: [one.get_attribute("aria-label") for one in page.all(f"#panel .mark.is-{kind}")] for kind in ("limited", "prevented", "allowed")}
        self.assertTrue(all(marks.values()), marks)
        # Signs that differ by colour also differ by shape.
        signs = {
            page.driver.execute_script("return getComputedStyle(arguments[0], '::before').content", page.all(f"#panel .mark.is-{kind}")[0])
            for kind in marks
        }
        self.assertEqual(len(signs), 3)

    def test_a_remedy_places_the_tap_and_a_double_click_saves_both(self):
        page = self.page
        steps = len(self.steps())
        page.click(MAIN)
        page.press("Place Fitting / Tap")
        end = (MAIN[0] + 1.2, MAIN[1] + 3.4)
        page.click(end)
        page.wait(lambda: "Saving is allowed" in page.text("#panel"), "what-if")
        self.assertEqual(len(self.steps()), steps)
        page.mouse(end).double_click().perform()
        page.wait(lambda: len(self.steps()) == steps + 1, "step")
        page.wait(lambda: "Draw House Connection: " in page.text("#notices"), "notice")
        self.assertNotIn("Another user", page.text("#notices"))
        found = self.service.ask(f"/identify?at={end[0]},{end[1]}&tolerance=0.2")["hits"]
        self.assertEqual([hit["assetType"] for hit in found], ["House Connection"])
        taps = self.service.ask(f"/identify?at={MAIN[0]},{MAIN[1]}&tolerance=0.3")["hits"]
        self.assertIn("Tap", [hit["assetType"] for hit in taps])
        page.press("Undo", "#notices")
        page.wait(lambda: len(self.steps()) == steps, "undo")

    def test_escape_takes_back_a_vertex(self):
        page = self.page
        for dx in (1, 2, 3):
            page.click((MAIN[0] - dx, MAIN[1] - 2))
            page.wait(lambda: f"Vertex {dx} placed" in page.live, "vertex")
        page.keys(Keys.ESCAPE, Keys.ESCAPE)
        self.assertFalse(page.button("Save").is_enabled())
        page.keys(Keys.ESCAPE)
        self.assertFalse(page.button("Take back").is_enabled())

    def test_a_junction_is_dragged_with_what_is_joined(self):
        page = self.page
        hit = self.service.ask(f"/identify?at={MAIN[0]},{MAIN[1]}&tolerance=80&source=PipelineJunction")["hits"][0]
        place = hit["location"][:2]
        page.open(place, zoom=11)
        page.click(place)
        page.press("Move")
        page.wait(lambda: "Drag a vertex" in page.text("#panel"), "drawing")
        page.rest()
        steps = len(self.steps())
        page.drag(place, (place[0] + 2, place[1] + 1))
        page.wait(lambda: "Saving is allowed" in page.text("#panel"), "what-if")
        page.press("Save")
        page.wait(lambda: len(self.steps()) == steps + 1, "step")
        # The main is moved too, but other tests need it in its place.
        self.addCleanup(self.service.ask, "/undo", {})
        moved = self.service.feature(hit["globalID"])["geometry"]["coordinates"]
        self.assertGreater(abs(moved[0] - place[0]), 0.5)

    def test_what_is_refused_says_why_and_writes_nothing(self):
        page = self.page
        page.choose("Table", "PipelineJunction")
        page.choose("Asset group", "Fitting")
        page.choose("Asset type", "Tap")
        hit = self.service.ask(f"/identify?at={MAIN[0]},{MAIN[1]}&tolerance=80&source=PipelineJunction")["hits"][0]
        page.driver.execute_script("location.hash = ''")
        page.open(hit["location"], zoom=12)
        page.tool("draw")
        page.choose("Table", "PipelineJunction")
        page.choose("Asset type", "Tap")
        before = self.revision()
        page.click(hit["location"])
        page.wait(lambda: "two junctions" in page.text("#panel"), "refusal")
        self.assertEqual(self.revision(), before)


class AttributeTests(PageTest):
    def test_attributes_are_changed_and_taken_out_in_one_step(self):
        page = self.page
        page.open(MAIN)
        page.click(MAIN)
        page.press("Edit attributes")
        hit = self.service.ask(f"/identify?at={MAIN[0]},{MAIN[1]}&tolerance=0.1&source=PipelineLine")["hits"][0]
        held = {one["field"]: one["value"] for one in self.service.feature(hit["globalID"])["attributes"]}
        self.assertFalse(page.button("Save").is_enabled())
        fields = {one.text: page.driver.find_element(By.ID, one.get_attribute("for")) for one in page.all("#panel label")}
        number = next(name for name, control in fields.items() if control.get_attribute("type") == "number" and held[name] is not None)
        self.assertEqual(float(fields[number].get_attribute("value")), float(held[number]))
        text = next(name for name, control in fields.items() if control.get_attribute("type") == "text" and held[name] is not None)
        for name, value in ((number, "77"), (text, "")):
            fields[name].clear()
            fields[name].send_keys(value, Keys.TAB)
        steps = len(self.steps())
        page.press("Save", "#panel")
        page.wait(lambda: len(self.steps()) == steps + 1, "step")
        self.addCleanup(self.service.ask, "/undo", {})
        now = {one["field"]: one["value"] for one in self.service.feature(hit["globalID"])["attributes"]}
        self.assertEqual({name for name in held if held[name] != now[name]}, {number, text})
        self.assertEqual(float(now[number]), 77)
        self.assertIsNone(now[text])
        page.wait(lambda: page.all("#panel .sheet"), "sheet")

    def test_what_is_refused_is_said(self):
        page = self.page
        page.open(MAIN)
        page.click(MAIN)
        page.press("Edit attributes")
        hit = self.service.ask(f"/identify?at={MAIN[0]},{MAIN[1]}&tolerance=0.1&source=PipelineLine")["hits"][0]
        # Another user deletes it meanwhile.
        self.service.ask("/transactions?allow-unconnected=true", {"edits": [{"delete": hit["globalID"]}]})
        self.addCleanup(self.service.ask, "/undo", {})
        before = self.revision()
        control = page.all("#panel input[type=number]")[0]
        control.clear()
        control.send_keys("77", Keys.TAB)
        page.press("Save", "#panel")
        page.wait(lambda: "This is not saved" in page.text("#panel [role=alert]"), "refusal")
        self.assertEqual(self.revision(), before)


class TraceTests(PageTest):
    def setUp(self):
        self.page.open(MAIN, zoom=9)
        self.page.tool("trace")
        self.page.click(MAIN)
        self.page.wait(lambda: "of the line" in self.page.text("#panel"), "start")

    def count(self):
        page = self.page
        text = page.wait(lambda: page.text("#panel .result-head h3"), "result")
        return int(text.split()[0].replace(",", ""))

    def test_a_start_is_traced_and_drawn(self):
        page = self.page
        page.press("Trace", "#panel")
        hit = self.service.ask(f"/identify?at={MAIN[0]},{MAIN[1]}&tolerance=1&source=PipelineLine")["hits"][0]
        answer = self.service.ask("/trace", {"type": "downstream", "start": [f"{hit['globalID']}@0.5"]})
        self.assertEqual(self.count(), len(answer["features"]))
        self.assertGreater(page.ink(), 2000)
        self.assertIn("Dead ends", page.text("#panel"))

    def test_a_barrier_makes_the_result_smaller(self):
        page = self.page
        page.choose("Type of trace", "Connected")
        page.press("Trace", "#panel")
        whole = self.count()
        page.open(MAIN, zoom=9)
        page.tool("trace")
        page.choose("Type of trace", "Connected")
        page.click(MAIN)
        page.wait(lambda: "of the line" in page.text("#panel"), "start")
        hit = self.service.ask(f"/identify?at={MAIN[0]},{MAIN[1]}&tolerance=1&source=PipelineLine")["hits"][0]
        end = self.service.feature(hit["globalID"])["geometry"]["coordinates"][0]
        page.press("Add barrier")
        page.click(end)
        page.wait(lambda: page.all("#panel .mark.is-barrier"), "barrier")
        page.press("Trace", "#panel")
        self.assertLess(self.count(), whole)

    def test_functions_are_told(self):
        page = self.page
        next(one for one in page.all("#panel summary") if one.text.startswith("Functions")).click()
        group = page.one("[aria-label='Add a function']")
        add = group.find_element(By.CSS_SELECTOR, "button")
        # Controls behind the bar of the panel are scrolled into view first.
        page.driver.execute_script("arguments[0].scrollIntoView()", add)
        add.click()
        page.press("Trace", "#panel")
        page.wait(lambda: "Add of Shape length" in page.text("#panel dl"), "function")

    def test_stops_say_why(self):
        page = self.page
        page.press("Trace", "#panel")
        self.count()
        summary = next(one for one in page.all("#panel summary") if one.text.startswith("Dead ends"))
        summary.click()
        row = page.wait(lambda: [one for one in page.all("#panel details[open] .row-main") if "Dead end" in one.text], "stop")[0]
        row.click()
        page.wait(lambda: page.ink() > 0, "mark")


class ConfigurationTests(PageTest):
    def test_rows_of_a_tier_are_seen_switched_and_added(self):
        page = self.page
        page.open(MAIN, zoom=9)
        page.tool("trace")
        page.choose("Type of trace", "Connected")
        page.click(MAIN)
        page.wait(lambda: "of the line" in page.text("#panel"), "start")
        page.press("Trace", "#panel")
        page.wait(lambda: page.text("#panel .result-head h3"), "result")
        whole = page.text("#panel .result-head h3")
        supply = next(one.text for one in page.all("#panel option") if "Supply" in one.text)
        page.choose("Configuration", supply)
        rows = [one.text for one in page.all("[aria-label='What bars'] .check")]
        self.assertTrue(any("Device Status" in row for row in rows), rows)
        page.all("[aria-label='What bars'] input")[0].click()
        self.assertTrue(page.button("Reset"))
        group = page.one("[aria-label='Add a condition']")
        attribute, operator = group.find_elements(By.CSS_SELECTOR, "select")[:2]
        attribute.find_element(By.XPATH, "option[. = 'Length']").click()
        operator.find_element(By.XPATH, "option[. = 'is greater than']").click()
        group.find_element(By.CSS_SELECTOR, "input").send_keys("10")
        group.find_element(By.CSS_SELECTOR, "button").click()
        self.assertIn("Length > 10", page.text("[aria-label='What bars']"))
        page.press("Trace", "#panel")
        page.wait(lambda: page.text("#panel .result-head h3") not in ("", whole), "another result")
        self.assertIn("Length > 10", page.text("#panel"))
        page.press("Reset")
        self.assertNotIn("Length > 10", page.text("[aria-label='What bars']"))

    def test_a_condition_that_is_wrong_is_told(self):
        page = self.page
        page.open(MAIN, zoom=9)
        page.tool("trace")
        page.click(MAIN)
        page.wait(lambda: "of the line" in page.text("#panel"), "start")
        page.choose("Type of trace", "Isolation")
        page.press("Trace", "#panel")
        page.wait(lambda: page.all("#panel .warning"), "warning")
        self.assertIn("filter", page.text("#panel .warning").lower())


class ContainerTests(PageTest):
    def test_a_container_is_opened_and_left(self):
        page = self.page
        found = self.service.ask(f"/search?text={STATION.replace(' ', '%20')}")["found"][0]
        place = found["at"]
        page.open(place, zoom=11)
        page.tool("container")
        page.click(place)
        page.wait(lambda: "2 features" in page.text("#panel"), "contents")
        document = self.service.ask(f"/container?element={found['globalID']}")
        self.assertEqual(len(page.all("[aria-label=Contents] .row")), len(document["content"]))
        self.assertGreater(page.ink(), 200)
        page.press("Out")
        page.wait(lambda: "Click on a container" in page.text("#panel"), "hint")
        page.wait(lambda: page.ink() == 0, "empty map")


class AssociationTests(PageTest):
    def test_associations_in_view_are_drawn_and_named(self):
        page = self.page
        found = self.service.ask(f"/search?text={STATION.replace(' ', '%20')}")["found"][0]
        page.open(found["at"], zoom=14)
        page.tool("associations")
        page.wait(lambda: "in view" in page.text("#panel"), "count")
        page.wait(lambda: page.ink() > 50, "lines")
        self.assertIn("Connectivity", page.text("#panel"))
        page.one("#panel input[type=checkbox]").click()
        page.wait(lambda: page.ink() == 0, "lines hidden")

    def test_far_out_none_is_asked_for(self):
        self.page.open(MAIN, zoom=5)
        self.page.tool("associations")
        self.page.wait(lambda: "Zoom in" in self.page.text("#panel"), "hint")
