// The page: its parts, and its start.

import { Associations } from "./associations.js";
import { attributesAction } from "./attributes.js";
import { Commits } from "./commits.js";
import { Containers } from "./containers.js";
import { coreExtent } from "./core.js";
import { el } from "./dom.js";
import { Draw } from "./draw.js";
import { Frame } from "./frame.js";
import { History } from "./history.js";
import { Keys } from "./keys.js";
import { Layers } from "./layers.js";
import { Look } from "./look.js";
import { Looks } from "./looks.js";
import { idOf } from "./names.js";
import { Notices } from "./notices.js";
import { Overlay } from "./overlay.js";
import { Panel } from "./panel.js";
import { Pointer } from "./pointer.js";
import { print } from "./printing.js";
import { showScale } from "./scalebar.js";
import { Search } from "./search.js";
import { Service } from "./service.js";
import { onTheme, startTheme, toggleTheme } from "./theme.js";
import { NetworkTiles } from "./tiles.js";
import { Tools } from "./tools.js";
import { Trace } from "./trace.js";
import { Validation } from "./validation.js";

/** The greatest number of ids in one address. */
const PIECE = 100;

const $ = (id) => document.getElementById(id);

/** The objects that tools share. */
class App {
  /** The actions on a feature, each `{label, symbol, fits, run}`. */
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
    this.frame.hiddenBelow = () => this.panel.covered;
    this.tools = new Tools($("rail"), this.panel);
    this.pointer = new Pointer(this.frame, this.tools, { cross: $("cross"), bubble: $("bubble"), live: $("live") });
    this.commits = new Commits(this);
    onTheme(() => this.redraw());
  }

  identify(at, limit) {
    return this.service.get("/identify", { at: at.join(), tolerance: this.pointer.tolerance, limit });
  }

  /** A feature with all its information. */
  async feature(id) {
    const found = await this.features([id]);
    const feature = found.values().next().value;
    if (!feature) throw new Error(`Feature ${id} no longer exists.`);
    return feature;
  }

  /** Calls back with a feature as it is now, since a sheet may be older. */
  async latest(feature, run) {
    try {
      run(await this.feature(idOf(feature)));
    } catch (error) {
      this.notices.fail(error);
    }
  }

  /** Features by their ids, requested in pieces that fit into an address. */
  async features(ids) {
    const found = new Map();
    const all = [...new Set(ids)];
    for (let i = 0; i < all.length; i += PIECE) {
      const { features } = await this.service.get("/features", { of: all.slice(i, i + PIECE) });
      for (const { geometry, properties } of features) {
        const feature = { ...properties, geometry };
        found.set(idOf(feature), feature);
      }
    }
    return found;
  }

  /** Shows the densest part, unless the address has a view. */
  async showCore() {
    if (!this.frame.isNew) return;
    this.frame.map.invalidateSize({ animate: false });
    this.frame.fit(coreExtent(await this.service.tile(0, 0, 0, this.revision), this.network), { animate: false });
  }

  /** Prints the view, always in light colours. */
  print() {
    return print(this).catch((error) => this.notices.fail(error));
  }

  /** Draws the network with the current layers and colours. */
  redraw() {
    this.looks.forget();
    this.tiles.redrawTiles();
  }
}

/** The tools of the rail; those that write are there for users with the right to. */
function addTools(app) {
  app.look = new Look(app);
  app.tools.add(app.look);
  if (app.network.canEdit) {
    app.tools.add(new Draw(app));
    app.actions.push(attributesAction(app));
  }
  app.tools.add(new Trace(app));
  app.tools.add(new Containers(app));
  app.tools.add(new Associations(app));
  app.tools.divide();
  app.tools.add(new Layers(app));
  app.tools.add(new Validation(app));
  app.tools.add(new History(app, { undo: $("undo"), redo: $("redo") }));
}

async function start() {
  startTheme();
  const service = new Service();
  try {
    const network = await service.network();
    document.title = `${network.name} · GeoSnap`;
    $("name").textContent = network.name;
    const app = new App(service, network);
    document.body.classList.toggle("is-read-only", !network.canEdit);
    addTools(app);
    const search = new Search(app, $("search"));
    const keys = new Keys(app, search);
    showScale($("scale"), app.frame);
    for (const [id, run] of Object.entries({
      theme: toggleTheme,
      print: () => app.print(),
      keys: () => keys.open(),
      "zoom-in": () => app.frame.map.zoomIn(),
      "zoom-out": () => app.frame.map.zoomOut(),
      "zoom-whole": () => app.frame.whole(),
    })) {
      $(id).addEventListener("click", run);
    }
    if (!matchMedia("(max-width: 700px)").matches) app.tools.use("look");
    await app.showCore();
    document.body.classList.add("is-ready");
    app.commits.listen();
  } catch (error) {
    console.info(error);
    $("start").replaceChildren(el("h1", {}, "The network cannot be shown"), el("p", {}, error.message));
  }
}

start();
