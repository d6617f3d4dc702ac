// Sets `baseUrl`, the address of the site, which its files do not contain. DocC's program reads it, and changes pages
// without loading this script again, so the links of the bar have to be absolute before that.
window.baseUrl = new URL("..", document.currentScript.src).pathname;

document.addEventListener("DOMContentLoaded", () => {
  for (const link of document.querySelectorAll(".bar a")) link.href = link.href;
  for (const form of document.querySelectorAll(".bar form")) form.action = form.action;
});
