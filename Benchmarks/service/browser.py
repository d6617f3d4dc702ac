#!/usr/bin/env python3
"""Measures the page of `geosnap serve` in Chromium: when the first picture stands, and how smoothly it is panned.

    Benchmarks/service/browser.py NETWORK [--program FILE] [--rounds 5]

    picture   from the start of the navigation until all tiles of the view are drawn, in a browser that knows nothing yet;
              the whole network first, then a view of streets
    panning   the map is pulled by a mouse that moves with each frame; frames are counted by Chromium's own trace (DrawFrame)

It works on a copy of the network, with an image made before. Needs Debian's chromium, chromium-driver and python3-selenium.
"""

import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/Service"))

CATEGORIES = ["blink.user_timing", "devtools.timeline.frame", "disabled-by-default-devtools.timeline.frame", "devtools.timeline"]

WATCH = """
const look = () => {
  const tiles = document.querySelectorAll('.leaflet-tile');
  const drawn = document.querySelectorAll('.leaflet-tile-loaded');
  if (drawn.length && !window.firstTile) window.firstTile = performance.now();
  if (tiles.length && drawn.length === tiles.length && document.body?.classList.contains('is-ready'))
    window.picture ??= performance.now();
  if (!window.picture) requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""


# A mouse that moves with each frame: the driver's own comes every other one.
PULL = """
const done = arguments[0];
const map = document.getElementById('map').querySelector('.leaflet-map-pane') ?? document.getElementById('map');
const box = document.getElementById('map').getBoundingClientRect();
let [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
const send = (kind, target) => target.dispatchEvent(new MouseEvent(kind, { bubbles: true, cancelable: true, clientX: x, clientY: y, button: 0, buttons: 1, view: window }));
let frames = 0;
send('mousedown', map);
performance.mark('begin');
const step = () => {
  const way = Math.floor(frames / 60) % 2 ? -1 : 1;
  x += 7 * way;
  y += 3 * way;
  send('mousemove', document);
  if (++frames < 240) return requestAnimationFrame(step);
  performance.mark('end');
  send('mouseup', document);
  done();
};
requestAnimationFrame(step);
"""


def browser():
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    for option in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1440,900"):
        options.add_argument(option)
    return webdriver.Chrome(service=webdriver.chrome.service.Service(shutil.which("chromedriver")), options=options)


def picture(service, view):
    """When the page was loaded, the first tile and the whole picture stood, in ms from the start of the navigation."""
    import driving

    driver = browser()
    try:
        driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
        driver.get(service.address + view)
        load = driver.execute_script("return performance.getEntriesByType('navigation')[0].loadEventEnd")
        page = driving.Page(driver, service)
        page.wait(lambda: driver.execute_script("return window.picture"), "picture")
        return [load, *driver.execute_script("return [window.firstTile, window.picture]")]
    finally:
        driver.quit()


def traced(driver, work):
    """The events of Chromium's trace of some work."""
    import trio
    import trio_websocket

    address = driver.capabilities["goog:chromeOptions"]["debuggerAddress"]
    with urllib.request.urlopen(f"http://{address}/json/version") as answer:
        socket = json.load(answer)["webSocketDebuggerUrl"]
    events = []

    async def run():
        async with trio_websocket.open_websocket_url(socket, max_message_size=1 << 28) as connection:

            async def tell(number, method, parameters):
                await connection.send_message(json.dumps({"id": number, "method": method, "params": parameters}))

            async def listen(until):
                while True:
                    message = json.loads(await connection.get_message())
                    events.extend(message.get("params", {}).get("value", []) if message.get("method") == "Tracing.dataCollected" else [])
                    if until(message):
                        return

            await tell(1, "Tracing.start", {"traceConfig": {"includedCategories": CATEGORIES}})
            await listen(lambda message: message.get("id") == 1)
            await trio.to_thread.run_sync(work)
            await tell(2, "Tracing.end", {})
            await listen(lambda message: message.get("method") == "Tracing.tracingComplete")

    trio.run(run)
    return events


def panning(service, at, zoom):
    """The lengths of frames in ms by Chromium's trace, while the map is pulled to and fro."""
    import driving

    driver = browser()
    try:
        page = driving.Page(driver, service)
        page.open(at, zoom)

        def pull():
            driver.execute_async_script(PULL)

        events = traced(driver, pull)
        began, ended = (next(one["ts"] for one in events if one["name"] == name) for name in ("begin", "end"))
        drawn = sorted(one["ts"] for one in events if one["name"] == "DrawFrame" and began <= one["ts"] <= ended)
        return [(b - a) / 1000 for a, b in zip(drawn, drawn[1:])]
    finally:
        driver.quit()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("network")
    parser.add_argument("--program", default=str(ROOT / ".build/release/geosnap"))
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    os.environ["GEOSNAP_SERVE"] = options.program
    import driving

    folder = pathlib.Path(tempfile.mkdtemp(prefix="geosnap-browser-"))
    network = folder / "network.gpkg"
    shutil.copyfile(options.network, network)
    subprocess.run([options.program, "image", str(network), "--make"], stdout=subprocess.DEVNULL, check=True)
    service = driving.Service(network)
    try:
        described = service.ask("/network")
        x0, y0, x1, y1 = described["extent"]
        near = service.ask(f"/identify?at={(x0 + x1) / 2},{(y0 + y1) / 2}&tolerance={(x1 - x0) / 4}&limit=1")["hits"][0]["location"]
        zoom = streets(described)
        result = {"features": described["features"]}
        for name, view in {"whole": "", "streets": f"#view={near[0]:.2f},{near[1]:.2f},{zoom}"}.items():
            rounds = [picture(service, view) for _ in range(options.rounds)]
            result[name] = {
                "loadMS": round(statistics.median(load for load, _, _ in rounds)),
                "firstTileMS": round(statistics.median(first for _, first, _ in rounds)),
                "pictureMS": round(statistics.median(whole for _, _, whole in rounds)),
                "slowestAfterLoadMS": round(max(whole - load for load, _, whole in rounds)),
            }
        for name, level in {"panningStreets": zoom, "panningTown": zoom - 2, "panningWhole": 2}.items():
            frames = sorted(panning(service, near, level))
            result[name] = {
                "frames": len(frames), "perSecond": round(1000 * len(frames) / sum(frames), 1),
                "medianMS": round(statistics.median(frames), 1), "p90MS": round(frames[len(frames) * 9 // 10], 1),
            }  # fmt: skip
    finally:
        service.close()
        shutil.rmtree(folder)
    print(json.dumps(result, indent=1))


def streets(described):
    """The level at which a pixel is about half a unit of the network."""
    zoom = 1
    while described["square"][2] / 256 / 2**zoom > 0.5:
        zoom += 1
    return zoom


main()
