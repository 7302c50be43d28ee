#include "clock.hpp"

#include <chrono>

#ifdef __EMSCRIPTEN__
#include <emscripten.h>
#else
#include <ctime>
#endif

namespace sapwood::bench {
namespace {

#ifdef __EMSCRIPTEN__
// Returns the processor time of the process in Node, because the process clock of Emscripten is the
// wall clock.
EM_JS(double, node_cpu_microseconds, (), {
  const usage = process.cpuUsage();
  return usage.user + usage.system;
});

double cpu_nanoseconds() { return 1e3 * node_cpu_microseconds(); }
#else
double cpu_nanoseconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return 1e9 * static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec);
}
#endif

}  // namespace

Instant now() {
  const auto passed = std::chrono::steady_clock::now().time_since_epoch();
  return {cpu_nanoseconds(), std::chrono::duration<double, std::nano>(passed).count()};
}

}  // namespace sapwood::bench
