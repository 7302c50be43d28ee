#include "support/scene_oracle.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sapwood::test::scene_oracle {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool overlaps(const float* box, const float* low, const float* high, int dimensions) {
  for (int d = 0; d < dimensions; ++d) {
    if (!(box[d] <= high[d] && low[d] <= box[dimensions + d])) return false;
  }
  return true;
}

double squared_distance(const float* box, const float* point, int dimensions) {
  double sum = 0;
  for (int d = 0; d < dimensions; ++d) {
    const double at = point[d];
    const double below = box[d] - at;
    const double above = at - box[dimensions + d];
    const double gap = below > 0 ? below : above > 0 ? above : 0;
    sum += gap * gap;
  }
  return sum;
}

// Returns the distance in world units; infinite if the ray misses or the box is too far.
double ray_distance(const float* box, const float* ray, int dimensions) {
  double enter = 0;
  double leave = kInfinity;
  double squared_length = 0;
  for (int d = 0; d < dimensions; ++d) {
    const double low = box[d];
    const double high = box[dimensions + d];
    const double origin = ray[d];
    const double direction = ray[dimensions + d];
    squared_length += direction * direction;
    if (direction == 0) {
      if (origin < low || origin > high) return kInfinity;
      continue;
    }
    const double near = ((direction > 0 ? low : high) - origin) / direction;
    const double far = ((direction > 0 ? high : low) - origin) / direction;
    if (near > enter) enter = near;
    if (far < leave) leave = far;
  }
  const double distance = enter * std::sqrt(squared_length);
  return enter <= leave && distance <= ray[2 * dimensions] ? distance : kInfinity;
}

// Returns the height above the plane of the corner that is farthest along the normal.
double height_above(const float* plane, const float* box, int dimensions) {
  double height = 0;
  for (int d = 0; d < 3; ++d) {
    const double normal = plane[d];
    height += normal * static_cast<double>(normal >= 0 ? box[dimensions + d] : box[d]);
  }
  return height + static_cast<double>(plane[3]);
}

template <typename Accept>
IdList select(BoxSet set, Accept accept) {
  IdList ids;
  for (std::uint32_t id = 0; id < set.count(); ++id) {
    if (accept(set.box(id))) ids.push_back(id);
  }
  return ids;
}

bool comes_before(const RankedHit& a, const RankedHit& b) {
  return a.distance < b.distance || (a.distance == b.distance && a.id < b.id);
}

}  // namespace

IdList pairs(BoxSet set) {
  IdList found;
  for (std::uint32_t a = 0; a < set.count(); ++a) {
    const float* box = set.box(a);
    for (std::uint32_t b = a + 1; b < set.count(); ++b) {
      if (!overlaps(set.box(b), box, box + set.dimensions, set.dimensions)) continue;
      found.push_back(a);
      found.push_back(b);
    }
  }
  return found;
}

IdList query_box(BoxSet set, const float* box) {
  const float* high = box + set.dimensions;
  return select(set, [=](const float* item) { return overlaps(item, box, high, set.dimensions); });
}

IdList query_point(BoxSet set, const float* point) {
  return select(set,
                [=](const float* item) { return overlaps(item, point, point, set.dimensions); });
}

IdList query_sphere(BoxSet set, const float* sphere) {
  const double radius = sphere[set.dimensions];
  return select(set, [=](const float* item) {
    return squared_distance(item, sphere, set.dimensions) <= radius * radius;
  });
}

IdList query_frustum(BoxSet set, const float* planes) {
  return select(set, [=](const float* item) {
    for (int plane = 0; plane < 6; ++plane) {
      if (height_above(planes + 4 * plane, item, set.dimensions) < 0) return false;
    }
    return true;
  });
}

std::vector<RankedHit> raycast_all(BoxSet set, const float* ray) {
  std::vector<RankedHit> hits;
  for (std::uint32_t id = 0; id < set.count(); ++id) {
    const double distance = ray_distance(set.box(id), ray, set.dimensions);
    if (distance < kInfinity) hits.push_back({id, distance});
  }
  std::sort(hits.begin(), hits.end(), comes_before);
  return hits;
}

std::vector<RankedHit> nearest(BoxSet set, const float* point, std::size_t k) {
  // sorted by squared distance, because square roots can be equal after rounding
  std::vector<RankedHit> ranked;
  for (std::uint32_t id = 0; id < set.count(); ++id) {
    ranked.push_back({id, squared_distance(set.box(id), point, set.dimensions)});
  }
  const std::size_t kept = std::min(k, ranked.size());
  std::partial_sort(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(kept),
                    ranked.end(), comes_before);
  ranked.resize(kept);
  for (RankedHit& hit : ranked) hit.distance = std::sqrt(hit.distance);
  return ranked;
}

}  // namespace sapwood::test::scene_oracle
