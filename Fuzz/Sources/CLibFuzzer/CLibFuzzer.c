#include "CLibFuzzer.h"

/// libFuzzer's own main, which comes with it and is not the one that runs, calls this.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  (void)data;
  (void)size;
  return 0;
}
