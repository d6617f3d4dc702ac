// The service of the page: requests with the token from the page's address.

const TOKEN = "geosnap-token";

/** An error of the service, with its sentence and the whole document. */
export class ServiceError extends Error {
  constructor(document, status) {
    super(document?.error?.message ?? `The service answered ${status}.`);
    this.document = document ?? {};
    this.status = status;
  }
}

export class Service {
  #token;

  /** Removes the token from the address, so that no history and no bookmark has it. */
  constructor() {
    const address = new URL(location.href);
    const given = address.searchParams.get("token");
    if (given) {
      sessionStorage.setItem(TOKEN, given);
      address.searchParams.delete("token");
      history.replaceState(null, "", address);
    }
    this.#token = sessionStorage.getItem(TOKEN);
  }

  /** The document at a path. Null parameters are left out, lists are repeated. */
  async get(path, parameters = {}, signal) {
    return this.#document(await this.#request(path + query(parameters), { signal }));
  }

  /** The network; one without features has the extent of its square. */
  async network(signal) {
    const network = await this.get("/network", {}, signal);
    const [minX, maxY, size] = network.square;
    network.extent ??= [minX, maxY - size, minX + size, maxY];
    return network;
  }

  /** The answer to a document that is sent. */
  async post(path, body, parameters = {}, signal) {
    return this.#document(
      await this.#request(path + query(parameters), {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body ?? {}),
        signal,
      }),
    );
  }

  /** The records of a tile. */
  async tile(z, x, y, revision, signal) {
    const response = await this.#request(`/tiles/${z}/${x}/${y}${query({ revision })}`, { signal });
    if (!response.ok) throw new ServiceError(await read(response), response.status);
    const view = new DataView(await response.arrayBuffer());
    const words = new Int16Array(view.byteLength >> 1);
    for (let i = 0; i < words.length; i++) words[i] = view.getInt16(2 * i, true);
    return words;
  }

  /** Calls back for each event until the stream ends, and awaits the call. An error in the call ends the stream too. */
  async events(each, signal) {
    const response = await this.#request("/events", { signal });
    if (!response.ok) throw new ServiceError(await read(response), response.status);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    try {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        text += value.replaceAll("\r\n", "\n");
        const blocks = text.split("\n\n");
        text = blocks.pop();
        for (const block of blocks) {
          const field = (name) =>
            block
              .split("\n")
              .filter((line) => line.startsWith(`${name}:`))
              .map((line) => line.slice(name.length + 1).trimStart())
              .join("\n");
          if (field("event")) await each(field("event"), JSON.parse(field("data") || "null"));
        }
      }
    } finally {
      // A stream without a reader would keep one of the few connections. It may have ended, or have been broken off.
      reader.cancel().catch(() => {});
    }
  }

  #request(path, options) {
    const headers = { ...options.headers };
    if (this.#token) headers.Authorization = `Bearer ${this.#token}`;
    return fetch(path, { ...options, headers, cache: path.startsWith("/tiles/") ? "default" : "no-store" });
  }

  async #document(response) {
    const document = await read(response);
    // A refused transaction is an ordinary answer, with the reasons.
    if (!response.ok && !document?.refused) throw new ServiceError(document, response.status);
    return document;
  }
}

async function read(response) {
  try {
    return await response.json();
  } catch {
    return null;
  }
}

function query(parameters) {
  const pairs = Object.entries(parameters)
    .filter(([, value]) => value !== null && value !== undefined && value !== false)
    .flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)]));
  return pairs.length ? `?${new URLSearchParams(pairs)}` : "";
}
