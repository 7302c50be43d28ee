// Finds the overlapping pairs of a large scene without the library, by a sweep along x in strips of
// y.
//
// Each box is listed in every strip that it touches, in the order of lower x edges. Within a strip
// a box is compared with the boxes that start before it ends. A pair is reported only in the strip
// of the greater lower y edge. Both boxes touch that strip, so each pair is reported exactly once.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "support/scene_oracle.hpp"

namespace sapwood::test::scene_oracle {
namespace {

class Strips {
 public:
  // Creates about sqrt(n) strips. Each strip is at least twice as high as the mean box.
  explicit Strips(BoxSet set) {
    double high = set.box(0)[set.dimensions + 1];
    double sum = 0;
    low_ = set.box(0)[1];
    for (std::uint32_t id = 0; id < set.count(); ++id) {
      const float* box = set.box(id);
      low_ = std::min<double>(low_, box[1]);
      high = std::max<double>(high, box[set.dimensions + 1]);
      sum += static_cast<double>(box[set.dimensions + 1]) - static_cast<double>(box[1]);
    }
    const double n = set.count();
    const double height = std::max(2 * sum / n, (high - low_) / std::sqrt(n));
    if (height > 0) count_ = static_cast<int>(std::clamp((high - low_) / height, 1.0, kMax));
    scale_ = high > low_ ? count_ / (high - low_) : 0;
  }

  int count() const { return count_; }
  int of(float y) const {
    return std::min(static_cast<int>((static_cast<double>(y) - low_) * scale_), count_ - 1);
  }

 private:
  static constexpr double kMax = 4096;
  double low_;
  double scale_;
  int count_ = 1;
};

std::vector<IdList> fill_strips(BoxSet set, const Strips& strips) {
  IdList order(set.count());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [set](std::uint32_t a, std::uint32_t b) {
    return set.box(a)[0] < set.box(b)[0] || (set.box(a)[0] == set.box(b)[0] && a < b);
  });
  std::vector<IdList> lists(static_cast<std::size_t>(strips.count()));
  for (const std::uint32_t id : order) {
    const int last = strips.of(set.box(id)[set.dimensions + 1]);
    for (int s = strips.of(set.box(id)[1]); s <= last; ++s) {
      lists[static_cast<std::size_t>(s)].push_back(id);
    }
  }
  return lists;
}

bool overlap_beyond_x(const float* a, const float* b, int dimensions) {
  for (int d = 1; d < dimensions; ++d) {
    if (a[d] > b[dimensions + d] || b[d] > a[dimensions + d]) return false;
  }
  return true;
}

}  // namespace

IdList sweep_pairs(BoxSet set) {
  IdList found;
  if (set.count() == 0) return found;
  const Strips strips(set);
  const std::vector<IdList> lists = fill_strips(set, strips);
  for (int s = 0; s < strips.count(); ++s) {
    const IdList& ids = lists[static_cast<std::size_t>(s)];
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const float* a = set.box(ids[i]);
      for (std::size_t j = i + 1; j < ids.size(); ++j) {
        const float* b = set.box(ids[j]);
        if (b[0] > a[set.dimensions]) break;
        if (!overlap_beyond_x(a, b, set.dimensions)) continue;
        if (strips.of(std::max(a[1], b[1])) != s) continue;
        found.push_back(std::min(ids[i], ids[j]));
        found.push_back(std::max(ids[i], ids[j]));
      }
    }
  }
  return found;
}

}  // namespace sapwood::test::scene_oracle
