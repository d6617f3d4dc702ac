// What lies upstream of a line: in C++.
//
//     g++ Examples/C/town.cpp $(PKG_CONFIG_PATH=.build/library pkg-config --cflags --libs geosnap) -o town++
#include <geosnap.h>

#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

struct Close {
  void operator()(geosnap_network *network) const { geosnap_close(network); }
  void operator()(geosnap_trace *trace) const { geosnap_trace_free(trace); }
};

std::string string(const geosnap_text &text) { return std::string(text.bytes, text.count); }

/// Throws what went wrong.
void check(geosnap_error *error) {
  if (error == nullptr) return;
  std::string message = string(error->message);
  geosnap_error_free(error);
  throw std::runtime_error(message);
}

std::unique_ptr<geosnap_network, Close> open(const std::string &path) {
  geosnap_network *network = nullptr;
  geosnap_error *error = nullptr;
  geosnap_open(geosnap_text{path.data(), path.size()}, nullptr, &network, &error);
  check(error);
  return std::unique_ptr<geosnap_network, Close>(network);
}

std::unique_ptr<geosnap_trace, Close> trace(geosnap_network &network, const std::vector<std::string> &words) {
  std::vector<geosnap_text> texts;
  for (const std::string &word : words) texts.push_back(geosnap_text{word.data(), word.size()});
  geosnap_trace *found = nullptr;
  geosnap_error *error = nullptr;
  geosnap_trace_run(&network, texts.data(), texts.size(), nullptr, nullptr, &found, &error);
  check(error);
  return std::unique_ptr<geosnap_trace, Close>(found);
}

}  // namespace

int main(int argc, char **argv) try {
  auto network = open(argc > 1 ? argv[1] : "Examples/Schutterwald/schutterwald.gpkg");
  auto found = trace(*network, {"--type", "upstream", "--start", "row:PipelineLine/12"});
  std::cout << found->count << " elements upstream\n";
  return 0;
} catch (const std::exception &error) {
  std::cerr << error.what() << "\n";
  return 1;
}
