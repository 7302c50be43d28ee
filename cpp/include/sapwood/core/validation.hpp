// Collector of broken invariants, used by validate() of every structure.
#pragma once

#include <string>
#include <vector>

#include "sapwood/base/types.hpp"

namespace sapwood {

// Collected faults. Adding a fault does not allocate memory, so an index can be validated after an
// allocation failure.
class Faults {
 public:
  static constexpr size_t kMax = 32;  // more faults usually have the same cause

  bool empty() const { return count_ == 0; }
  std::vector<std::string> lines() const {
    std::vector<std::string> lines;
    for (size_t i = 0; i < count_; ++i) {
      // NOLINTNEXTLINE(performance-inefficient-vector-operation): at most kMax
      lines.push_back(std::string(faults_[i].text) + " " + std::to_string(faults_[i].where));
    }
    return lines;
  }

  // Adds a fault. `text` is a string literal. Its last word describes the number `where`, for
  // example node, slot or id.
  void add(const char* text, u32 where) {
    if (count_ < kMax) faults_[count_++] = {text, where};
  }
  bool require(bool sound, const char* text, u32 where) {
    if (!sound) add(text, where);
    return sound;
  }

 private:
  struct Fault {
    const char* text;
    u32 where;
  };

  Fault faults_[kMax];
  size_t count_ = 0;
};

}  // namespace sapwood
