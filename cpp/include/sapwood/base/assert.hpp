// Contract checks of the core. Compiled out with NDEBUG; data that may be wrong is a Status.
#pragma once

#include <cassert>

#define SAPWOOD_ASSERT(condition) assert(condition)
