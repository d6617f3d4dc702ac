// The page: what it is made of, and how it begins.

import { coreExtent } from "./core.js";
import { el } from "./dom.js";
import { Frame } from "./frame.js";
import { Look } from "./look.js";
import { Looks } from "./looks.js";
import { Notices } from "./notices.js";
import { Overlay } from "./overlay.js";
import { Panel } from "./panel.js";
import { Pointer } from "./pointer.js";
import { Service } from "./service.js";
import { onTheme, startTheme, toggleTheme } from "./theme.js";
import { NetworkTiles } from "./tiles.js";
import { Tools } from "./tools.js";
import { Trace } from "./trace.js";

const $ = (id) => document.getElementById(id);

/** What the tools share. */
class App {
  /** What can be done with a feature, each `{label, symbol, fits, run}`. */
  actions = [];

  constructor(service, network) {
    this.service = service;
    this.network = network;
    this.revision = network.revision;
    this.looks = new Looks(network);
    this.frame = new Frame($("map"), network);
    this.notices = new Notices($("notices"));
    this.tiles = new NetworkTiles(service, network, this.looks).addTo(this.frame.map);
    this.results = new Overlay(this.frame).addTo(this.frame.map);
    this.sketch = new Overlay(this.frame).addTo(this.frame.map);
    this.panel = new Panel($("panel"), () => this.tools.leave());
    this.tools = new Tools($("rail"), this.panel);
    this.pointer = new Pointer(this.frame, this.tools, { cross: $("cross"), bubble: $("bubble"), live: $("live") });
    onTheme(() => this.redraw());
  }

  identify(at, limit) {
    return this.service.get("/identify", { at: at.join(), tolerance: this.pointer.tolerance, limit });
  }

  feature(id) {
    return this.service.get("/feature", { of: id });
  }

  /** Shows the densest part, unless the address says what to show. */
  async showCore() {
    if (!this.frame.isNew) return;
    this.frame.map.invalidateSize({ animate: false });
    this.frame.fit(coreExtent(await this.service.tile(0, 0, 0, this.revision), this.network), { animate: false });
  }

  /** Draws the network as layers and colours are now. */
  redraw() {
    this.looks.forget();
    this.tiles.redrawTiles();
  }
}

async function start() {
  startTheme();
  const service = new Service();
  try {
    const network = await service.get("/network");
    document.title = `${network.name} · GeoSnap`;
    $("name").textContent = network.name;
    const app = new App(service, network);
    app.look = new Look(app);
    app.tools.add(app.look);
    app.tools.add((app.trace = new Trace(app)));
    $("theme").addEventListener("click", toggleTheme);
    $("zoom-in").addEventListener("click", () => app.frame.map.zoomIn());
    $("zoom-out").addEventListener("click", () => app.frame.map.zoomOut());
    $("zoom-whole").addEventListener("click", () => app.frame.whole());
    if (!matchMedia("(max-width: 700px)").matches) app.tools.use("look");
    await app.showCore();
    document.body.classList.add("is-ready");
  } catch (error) {
    console.info(error);
    $("start").replaceChildren(el("h1", {}, "The network cannot be shown"), el("p", {}, error.message));
  }
}

start();
