// Outlines on a canvas. Each begins its own path; the caller fills or strokes.

const SHAPES = {
  disc: (ctx, x, y, r) => ctx.arc(x, y, r, 0, 2 * Math.PI),
  circle: (ctx, x, y, r) => ctx.arc(x, y, r, 0, 2 * Math.PI),
  square: (ctx, x, y, r) => ctx.rect(x - 0.85 * r, y - 0.85 * r, 1.7 * r, 1.7 * r),
  diamond: (ctx, x, y, r) => polygon(ctx, [x, y - 1.2 * r, x + 1.2 * r, y, x, y + 1.2 * r, x - 1.2 * r, y]),
  triangle: (ctx, x, y, r) => polygon(ctx, [x, y - r, x + r, y + 0.8 * r, x - r, y + 0.8 * r]),
  hourglass: (ctx, x, y, r) => polygon(ctx, [x - r, y - r, x + r, y - r, x - r, y + r, x + r, y + r]),
  cross: (ctx, x, y, r) => {
    ctx.moveTo(x - r, y - r);
    ctx.lineTo(x + r, y + r);
    ctx.moveTo(x + r, y - r);
    ctx.lineTo(x - r, y + r);
  },
  plus: (ctx, x, y, r) => {
    ctx.moveTo(x - r, y);
    ctx.lineTo(x + r, y);
    ctx.moveTo(x, y - r);
    ctx.lineTo(x, y + r);
  },
};

function polygon(ctx, places) {
  ctx.moveTo(places[0], places[1]);
  for (let i = 2; i < places.length; i += 2) ctx.lineTo(places[i], places[i + 1]);
  ctx.closePath();
}

/** Adds a shape to the path. */
export function shape(ctx, name, x, y, radius) {
  const draw = SHAPES[name];
  // An arc would be joined to the end of the path.
  if (name === "disc" || name === "circle") ctx.moveTo(x + radius, y);
  draw(ctx, x, y, radius);
}
