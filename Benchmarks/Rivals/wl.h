// wl.h - workload loader, timing and checksum helpers shared by the harnesses (C++17)
#pragma once
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <malloc.h>
#include <string>
#include <vector>
template <class T> std::vector<T> load(const std::string& p) {
  FILE* f = fopen(p.c_str(), "rb"); if (!f) { perror(p.c_str()); exit(1); }
  fseek(f, 0, SEEK_END); size_t n = size_t(ftell(f)) / sizeof(T); rewind(f);
  std::vector<T> v(n); if (fread(v.data(), sizeof(T), n, f) != n) exit(1); fclose(f); return v; }
struct Workload {
  std::vector<double> xy, jun, assoc, qp, ex; std::vector<uint32_t> off;
  explicit Workload(const std::string& d) : xy(load<double>(d + "/lines_xy.f64")), jun(load<double>(d + "/junctions_xy.f64")),
    assoc(load<double>(d + "/assoc.f64")), qp(load<double>(d + "/qpoints.f64")), ex(load<double>(d + "/extents.f64")), off(load<uint32_t>(d + "/lines_off.u32")) { if (getenv("SORTQ")) sortQueries();
      if (const char* n = getenv("QUERIES")) { size_t m = strtoull(n, nullptr, 10); qp.resize(std::min(qp.size(), 2 * m)); ex.resize(std::min(ex.size(), 4 * m)); } }   // QUERIES=n: only the first n
  void sortQueries() {                                       // SORTQ=1: query points in Morton order (spatially coherent batch)
    auto mort = [](double x, double y) { auto sp = [](uint64_t v) { v &= 0xFFFFFFFF; v = (v | v << 16) & 0x0000FFFF0000FFFFull; v = (v | v << 8) & 0x00FF00FF00FF00FFull; v = (v | v << 4) & 0x0F0F0F0F0F0F0F0Full; v = (v | v << 2) & 0x3333333333333333ull; return (v | v << 1) & 0x5555555555555555ull; };
      return sp(uint64_t(std::max(0.0, x + 1000))) | sp(uint64_t(std::max(0.0, y + 1000))) << 1; };
    std::vector<std::pair<uint64_t, size_t>> o; for (size_t i = 0; i < qp.size() / 2; i++) o.push_back({mort(qp[2 * i], qp[2 * i + 1]), i}); std::sort(o.begin(), o.end());
    std::vector<double> r; for (auto& e : o) { r.push_back(qp[2 * e.second]); r.push_back(qp[2 * e.second + 1]); } qp = r; }
  size_t lines() const { return off.size() - 1; }
  size_t junctions() const { return jun.size() / 2; }
  size_t segments() const { return xy.size() / 2 - lines(); }
  size_t assocs() const { return assoc.size() / 4; }
};
// feature id: 0..L-1 = polyline, L.. = junction
struct Seg { double x1, y1, x2, y2; };
inline double segDist2(const Seg& s, double px, double py, double& nx, double& ny) {
  double dx = s.x2 - s.x1, dy = s.y2 - s.y1, l2 = dx * dx + dy * dy, t = 0;
  if (l2 > 0) { t = ((px - s.x1) * dx + (py - s.y1) * dy) / l2; t = t < 0 ? 0 : t > 1 ? 1 : t; }
  nx = s.x1 + t * dx; ny = s.y1 + t * dy; double ax = px - nx, ay = py - ny; return ax * ax + ay * ay; }
inline double segDist2(const Seg& s, double px, double py) { double a, b; return segDist2(s, px, py, a, b); }
inline bool segHitsRect(const Seg& s, double x0, double y0, double x1, double y1) {   // closed rectangle, slab clip
  double t0 = 0, t1 = 1, dx = s.x2 - s.x1, dy = s.y2 - s.y1;
  auto clip = [&](double p, double q) { if (p == 0) return q >= 0; double r = q / p; if (p < 0) { if (r > t1) return false; if (r > t0) t0 = r; } else { if (r < t0) return false; if (r < t1) t1 = r; } return true; };
  return clip(-dx, s.x1 - x0) && clip(dx, x1 - s.x1) && clip(-dy, s.y1 - y0) && clip(dy, y1 - s.y1); }
using Clock = std::chrono::steady_clock;
inline double secs(Clock::time_point a) { return std::chrono::duration<double>(Clock::now() - a).count(); }
inline int REPS() { const char* r = getenv("REPS"); return r ? atoi(r) : 5; }
inline double median(std::vector<double> v) { std::sort(v.begin(), v.end()); size_t n = v.size(); return n % 2 ? v[n / 2] : 0.5 * (v[n / 2 - 1] + v[n / 2]); }
inline double timeMedian(const std::function<void()>& f, int reps = 0) { if (!reps) reps = REPS(); std::vector<double> t;
  for (int i = 0; i < reps; i++) { auto a = Clock::now(); f(); t.push_back(secs(a)); } return median(t); }
inline size_t heapBytes() { struct mallinfo2 m = mallinfo2(); return m.uordblks + m.hblkhd; }
struct Json { bool first = true; Json() { printf("{"); } ~Json() { printf("}\n"); fflush(stdout); }
  void k(const char* n) { printf("%s\"%s\":", first ? "" : ",", n); first = false; }
  void s(const char* n, const std::string& v) { k(n); printf("\"%s\"", v.c_str()); }
  void d(const char* n, double v, const char* f = "%.6g") { k(n); printf(f, v); fflush(stdout); }
  void u(const char* n, unsigned long long v) { k(n); printf("%llu", v); } };
