// boost_dynamic.cpp - Boost.Geometry's rtree edited feature by feature.  usage: boost_dynamic WORKDIR
//
// Entries are boxes of segments and junctions, as in boost_rtree.cpp's box tree. A feature is a line with all its segments,
// or a junction. What is edited, so that another program can do the same (feature l < lines is line l, then junctions):
//
//   random = splitmix64, seed 20240601; F = lines + junctions; n = min(100000, F / 2)
//   order  = 0, 1, ... F - 1
//   for i in 0 ..< n: swap(order[i], order[i + random.below(F - i)])            chosen = the first n of order
//   for i in 0 ..< n: shift[i] = (random.gauss(), random.gauss()), x first      metres
//   the moved feature has every vertex v at mm(v + shift[i]), mm = round to a whole millimetre, round(v * 1000) / 1000
//
// One operation is one feature; *_entry_ns is the same time for each entry.
//   insert_all  every feature one by one, in order of the identifiers (not for the bulk-loaded tree)
//   delete      chosen[0 ..< n] one after the other
//   insert      them again, in the same order
//   move        each in turn: delete, insert at the moved place
//   mixed       from the unmoved state, R = min(1000, n / 5, queries / 90) rounds of 100 operations k = 0 ..< 100:
//                 k % 20 == 9   delete chosen[5 r + k / 20]
//                 k % 20 == 19  insert that feature again, at its moved place
//                 otherwise     identify at the next query point, from point 0 on (90 a round)
// *_hits and *_sum are those of identify (5 m): for mixed of the points asked during it, for the others of the first 1000
// points once all n are done; *_left is the number of entries in the tree then.
#include "wl.h"
#include <boost/version.hpp>
#include <boost/geometry.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/iterator/function_output_iterator.hpp>
namespace bg = boost::geometry;
namespace bgi = boost::geometry::index;
using Pt = bg::model::point<double, 2, bg::cs::cartesian>;
using Box = bg::model::box<Pt>;
using Val = std::pair<Box, uint32_t>;  // the box of an entry, and the entry

struct Rng {
  uint64_t s;
  uint64_t next() {
    uint64_t z = (s += 0x9E3779B97F4A7C15ull);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
  }
  double uni() { return double(next() >> 11) * 0x1p-53; }
  uint64_t below(uint64_t n) { return uint64_t((unsigned __int128)next() * n >> 64); }
  double gauss() { double a = 1.0 - uni(), b = uni(); return std::sqrt(-2 * std::log(a)) * std::cos(2 * M_PI * b); }
};

static double mm(double v) { return std::round(v * 1000.0) / 1000.0; }
static Box boxOf(const Seg& s) { return Box(Pt(std::min(s.x1, s.x2), std::min(s.y1, s.y2)), Pt(std::max(s.x1, s.x2), std::max(s.y1, s.y2))); }

// The features as runs of entries, where they are and where they are moved to, and what is edited.
struct Features {
  std::vector<uint32_t> first{0}, owner, chosen;
  std::vector<Seg> home, away;
  size_t chosenEntries = 0;
  explicit Features(const Workload& w) {
    for (size_t l = 0; l < w.lines(); l++) {
      for (uint32_t k = w.off[l]; k + 1 < w.off[l + 1]; k++) add(uint32_t(l), {w.xy[2 * k], w.xy[2 * k + 1], w.xy[2 * k + 2], w.xy[2 * k + 3]});
      first.push_back(uint32_t(home.size()));
    }
    for (size_t j = 0; j < w.junctions(); j++) {
      add(uint32_t(w.lines() + j), {w.jun[2 * j], w.jun[2 * j + 1], w.jun[2 * j], w.jun[2 * j + 1]});
      first.push_back(uint32_t(home.size()));
    }
    away = home;
    size_t count = first.size() - 1, n = std::min<size_t>(100000, count / 2);
    Rng random{20240601};
    std::vector<uint32_t> order(count);
    for (size_t i = 0; i < count; i++) order[i] = uint32_t(i);
    for (size_t i = 0; i < n; i++) std::swap(order[i], order[i + random.below(count - i)]);
    chosen.assign(order.begin(), order.begin() + long(n));
    for (uint32_t f : chosen) {
      double dx = random.gauss(), dy = random.gauss();
      for (uint32_t e = first[f]; e < first[f + 1]; e++) {
        Seg& s = away[e];
        s = {mm(s.x1 + dx), mm(s.y1 + dy), mm(s.x2 + dx), mm(s.y2 + dy)};
      }
      chosenEntries += first[f + 1] - first[f];
    }
  }
  void add(uint32_t feature, const Seg& s) { home.push_back(s); owner.push_back(feature); }
};

struct Hits {
  uint32_t f[256]; double d[256]; int n = 0;
  void add(uint32_t id, double dd) {
    for (int i = 0; i < n; i++) if (f[i] == id) { if (dd < d[i]) d[i] = dd; return; }
    if (n < 256) { f[n] = id; d[n++] = dd; }
  }
};

template <class Params> struct Edited {
  using Tree = bgi::rtree<Val, Params>;
  const Workload& w; const Features& f; Tree tree;
  std::vector<Seg> place;  // where each entry is now
  size_t hits = 0; double sum = 0;
  Edited(const Workload& w, const Features& f, bool bulk) : w(w), f(f), place(f.home) {
    std::vector<Val> all; all.reserve(place.size());
    for (size_t e = 0; e < place.size(); e++) all.push_back({boxOf(place[e]), uint32_t(e)});
    if (bulk) tree = Tree(all.begin(), all.end()); else for (auto& v : all) tree.insert(v);
  }
  void remove(uint32_t feature) {
    for (uint32_t e = f.first[feature]; e < f.first[feature + 1]; e++) if (tree.remove(Val(boxOf(place[e]), e)) != 1) abort();
  }
  void insert(uint32_t feature, const std::vector<Seg>& where) {
    for (uint32_t e = f.first[feature]; e < f.first[feature + 1]; e++) { place[e] = where[e]; tree.insert(Val(boxOf(place[e]), e)); }
  }
  void identify(size_t q) {
    double x = w.qp[2 * q], y = w.qp[2 * q + 1]; Hits h;
    tree.query(bgi::intersects(Box(Pt(x - 5, y - 5), Pt(x + 5, y + 5))), boost::make_function_output_iterator([&](const Val& v) {
      double d = segDist2(place[v.second], x, y); if (d <= 25) h.add(f.owner[v.second], d); }));
    hits += size_t(h.n); for (int i = 0; i < h.n; i++) sum += std::sqrt(h.d[i]);
  }
  void identifyFirst() { hits = 0; sum = 0; for (size_t q = 0; q < std::min<size_t>(1000, w.qp.size() / 2); q++) identify(q); }
  void moveBack(size_t n) { for (size_t i = 0; i < n; i++) { remove(f.chosen[i]); insert(f.chosen[i], f.home); } }
};

template <class Params> void run(const char* name, const Workload& w, const Features& f, bool bulk) {
  Json J; J.s("peer", std::string("boost_dynamic/") + name); J.s("version", BOOST_LIB_VERSION);
  size_t count = f.first.size() - 1, entries = f.home.size(), n = f.chosen.size();
  J.u("items", entries); J.u("features", count); J.u("edited", n); J.u("edited_entries", f.chosenEntries);
  size_t before = heapBytes();
  auto start = Clock::now(); Edited<Params> tree(w, f, bulk); double load = secs(start);
  J.d("bytes_per_item", double(heapBytes() - before - entries * sizeof(Seg)) / double(entries));
  if (!bulk) { J.d("insert_all_ns", load / double(count) * 1e9); J.d("insert_all_entry_ns", load / double(entries) * 1e9); }
  std::vector<double> times[4]; size_t hits[4], left[4], rounds = std::min({size_t(1000), n / 5, w.qp.size() / 2 / 90}); double sums[4];
  auto timed = [&](int job, auto&& work) { auto t = Clock::now(); work(); times[job].push_back(secs(t)); left[job] = tree.tree.size(); };
  auto found = [&](int job) { hits[job] = tree.hits; sums[job] = tree.sum; };
  for (int r = 0; r < REPS(); r++) {
    timed(0, [&] { for (uint32_t c : f.chosen) tree.remove(c); }); tree.identifyFirst(); found(0);
    timed(1, [&] { for (uint32_t c : f.chosen) tree.insert(c, f.home); }); tree.identifyFirst(); found(1);
    timed(2, [&] { for (uint32_t c : f.chosen) { tree.remove(c); tree.insert(c, f.away); } }); tree.identifyFirst(); found(2);
    tree.moveBack(n); tree.hits = 0; tree.sum = 0;
    timed(3, [&] { size_t q = 0; for (size_t round = 0; round < rounds; round++) for (size_t k = 0; k < 100; k++) {
      uint32_t c = f.chosen[5 * round + k / 20];
      if (k % 20 == 9) tree.remove(c); else if (k % 20 == 19) tree.insert(c, f.away); else tree.identify(q++); } }); found(3);
    tree.moveBack(5 * rounds);
  }
  const char* jobs[4] = {"delete", "insert", "move", "mixed"};
  for (int j = 0; j < 4; j++) {
    std::string job = jobs[j]; double t = median(times[j]) * 1e9;
    J.d((job + "_ns").c_str(), t / double(j == 3 ? rounds * 100 : n));
    if (j < 3) J.d((job + "_entry_ns").c_str(), t / double(f.chosenEntries));
    J.u((job + "_hits").c_str(), hits[j]); J.d((job + "_sum").c_str(), sums[j], "%.6f"); J.u((job + "_left").c_str(), left[j]);
  }
}

int main(int argc, char** argv) {
  if (argc < 2) { fprintf(stderr, "usage: boost_dynamic WORKDIR\n"); return 2; }
  Workload w(argv[1]); Features f(w);
  run<bgi::quadratic<16>>("quadratic16", w, f, false);
  run<bgi::rstar<16>>("rstar16", w, f, false);
  run<bgi::quadratic<16>>("bulk-quadratic16", w, f, true);
}
