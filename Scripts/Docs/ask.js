// Queries the search of a site: node ask.js SITE QUESTION. Prints the addresses of the results, the best first.
const fs = require("fs");
const [site, ...questions] = process.argv.slice(2);
const { prepare, search } = require(`${site}/site/search.js`);
const index = prepare(JSON.parse(fs.readFileSync(`${site}/site/search.json`, "utf8")));
for (const question of questions) console.log(search(index, question, 8).map((one) => one.address).join(" "));
