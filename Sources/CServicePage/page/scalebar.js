// The scale bar: a round length in the units of the network.

const WIDEST = 120;

/** The longest round length that fits into a number of pixels, as `{length, pixels, text}`. */
export function roundLength(scale, unit, widest = WIDEST) {
  const most = widest / scale;
  const power = 10 ** Math.floor(Math.log10(most));
  const length = [5, 2, 1].map((step) => step * power).find((step) => step <= most) ?? power;
  return { length, pixels: length * scale, text: text(length, unit) };
}

function text(length, unit) {
  const number = (value) => value.toLocaleString(undefined, { maximumSignificantDigits: 3 });
  if (unit === "m") return length >= 1000 ? `${number(length / 1000)} km` : length < 1 ? `${number(length * 100)} cm` : `${number(length)} m`;
  return `${number(length)} ${unit ?? "units"}`;
}

export function showScale(element, frame) {
  const show = () => {
    const { pixels, text } = roundLength(frame.scale, frame.network.unit);
    element.style.width = `${pixels}px`;
    element.textContent = text;
  };
  frame.map.on("zoomend", show);
  show();
}
