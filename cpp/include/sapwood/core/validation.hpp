// Collector of broken invariants, in words. Used by validate() of every structure.
#pragma once

#include <string>
#include <vector>

#include "sapwood/base/types.hpp"

namespace sapwood {

class Faults {
 public:
  static constexpr size_t kMost = 32;  // more would only repeat the cause

  bool empty() const { return lines_.empty(); }
  const std::vector<std::string>& lines() const { return lines_; }

  // `where` is a node, slot or id; the text names which.
  void add(const char* text, u32 where) {
    if (lines_.size() < kMost) lines_.push_back(std::string(text) + " " + std::to_string(where));
  }
  // Records the fault unless the condition holds; returns the condition.
  bool require(bool sound, const char* text, u32 where) {
    if (!sound) add(text, where);
    return sound;
  }

 private:
  std::vector<std::string> lines_;
};

}  // namespace sapwood
