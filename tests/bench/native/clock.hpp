// Processor time and wall time of the program, in nanoseconds since a fixed moment.
#pragma once

namespace sapwood::bench {

struct Instant {
  double cpu;   // time that the processor spent on this process
  double wall;  // elapsed time
};

Instant now();

}  // namespace sapwood::bench
