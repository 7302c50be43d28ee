// Sorts neighbors by distance, then id. Libraries compare distances in float32 or define no order,
// so their results are sorted here, in double precision.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "../contender.hpp"

namespace sapwood::bench {

struct Neighbor {
  double squared;
  u32 id;

  friend bool operator<(const Neighbor& a, const Neighbor& b) {
    return a.squared < b.squared || (a.squared == b.squared && a.id < b.id);
  }
};

// Returns the squared distance from a point to a box [min..., max...], or 0 if the point is inside.
template <int Dim>
double squared_distance(const float* box, const float* point) {
  double sum = 0;
  for (int d = 0; d < Dim; ++d) {
    const double below = static_cast<double>(box[d]) - static_cast<double>(point[d]);
    const double above = static_cast<double>(point[d]) - static_cast<double>(box[Dim + d]);
    const double gap = std::max(0.0, std::max(below, above));
    sum += gap * gap;
  }
  return sum;
}

// Sorted list of the nearest items so far.
class Neighbors {
 public:
  void clear() { count_ = 0; }
  double squared_radius() const {
    return count_ < kNeighbors ? std::numeric_limits<double>::infinity()
                               : found_[kNeighbors - 1].squared;
  }
  // Returns whether the item was inserted.
  bool insert(const Neighbor& one) {
    if (count_ == kNeighbors && !(one < found_[kNeighbors - 1])) return false;
    u32 at = count_ < kNeighbors ? count_++ : kNeighbors - 1;
    for (; at > 0 && one < found_[at - 1]; --at) found_[at] = found_[at - 1];
    found_[at] = one;
    return true;
  }
  void write(Results& out) const {
    for (u32 i = 0; i < count_; ++i) out.add_hit(found_[i].id, std::sqrt(found_[i].squared));
  }

 private:
  std::array<Neighbor, kNeighbors> found_;
  u32 count_ = 0;
};

inline float round_up_to_float(double value) {
  const auto rounded = static_cast<float>(value);
  if (static_cast<double>(rounded) >= value) return rounded;
  return std::nextafter(rounded, std::numeric_limits<float>::infinity());
}

}  // namespace sapwood::bench
