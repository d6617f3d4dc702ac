// Where the site is hosted is found out here, so that its files do not say it. DocC's program reads `baseUrl`, and goes
// from page to page without loading it again: the links of the bar have to be whole before that.
window.baseUrl = new URL("..", document.currentScript.src).pathname;

document.addEventListener("DOMContentLoaded", () => {
  for (const link of document.querySelectorAll(".bar a")) link.href = link.href;
  for (const form of document.querySelectorAll(".bar form")) form.action = form.action;
});
