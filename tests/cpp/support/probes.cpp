#include "support/probes.hpp"

#include <algorithm>
#include <cmath>

#include "support/random.hpp"
#include "support/volume.hpp"

namespace sapwood::test {

namespace {

constexpr f32 kInfinity = HUGE_VALF;

f32 clamped(f32 value) { return std::clamp(value, -kMaxCoordinate, kMaxCoordinate); }

// Makes queries from the coordinates of the boxes, so that they touch boxes exactly.
template <int Dim>
class ProbeMaker {
 public:
  ProbeMaker(std::span<const Aabb<Dim>> boxes, u64 seed) : boxes_(boxes), random_(seed) {
    for (int axis = 0; axis < Dim; ++axis) all_.min[axis] = all_.max[axis] = 0;
    if (!boxes.empty()) all_ = boxes[0];
    for (const Aabb<Dim>& box : boxes) {
      for (int axis = 0; axis < Dim; ++axis) {
        all_.min[axis] = std::min(all_.min[axis], box.min[axis]);
        all_.max[axis] = std::max(all_.max[axis], box.max[axis]);
      }
    }
  }

  Probes<Dim> make(u32 count) {
    Probes<Dim> probes;
    probes.boxes.push_back(all_);
    for (u32 i = 0; i < count; ++i) {
      probes.boxes.push_back(box());
      probes.points.push_back(point());
      probes.spheres.push_back({point(), length()});
      probes.rays.push_back(ray());
      probes.nearest.push_back(nearest());
      if constexpr (Dim == 3) {
        if (i % 4 == 0) probes.frusta.push_back(frustum());
      }
    }
    // volumes are made last, so that the random numbers of the other queries stay the same
    const u32 every = light_volume() ? 8 : 2;  // the reference for capsules is slow
    for (u32 i = 0; i < count; i += every) probes.volumes.push_back(volume());
    return probes;
  }

 private:
  const Aabb<Dim>& any_box() {
    return boxes_.empty() ? all_ : boxes_[random_.below(static_cast<u32>(boxes_.size()))];
  }
  f32 extent() const { return all_.max[0] - all_.min[0]; }

  Point<Dim> point() {
    const Aabb<Dim> near = any_box();
    const u32 kind = random_.below(4);
    Point<Dim> at;
    for (int axis = 0; axis < Dim; ++axis) {
      const f32 low = near.min[axis];
      const f32 high = near.max[axis];
      const u32 place = random_.below(3);
      if (kind < 2) {
        at[axis] = place == 0 ? low : place == 1 ? high : 0.5f * low + 0.5f * high;
      } else if (kind == 2) {
        at[axis] = random_.between(0.5f * all_.min[axis], 0.5f * all_.max[axis]) * 2;
      } else {
        at[axis] = (place == 0 ? all_.min[axis] - extent() : all_.max[axis] + 0.5f * extent());
      }
      at[axis] = clamped(at[axis]);
    }
    return at;
  }

  Aabb<Dim> box() {
    const Point<Dim> a = point();
    const Point<Dim> b = random_.one_in(3) ? a : point();
    Aabb<Dim> box;
    for (int axis = 0; axis < Dim; ++axis) {
      box.min[axis] = std::min(a[axis], b[axis]);
      box.max[axis] = std::max(a[axis], b[axis]);
    }
    if (random_.one_in(3)) {
      const Aabb<Dim> neighbor = any_box();
      const int axis = static_cast<int>(random_.below(Dim));
      box.min[axis] = neighbor.max[axis];
      box.max[axis] = std::max(box.max[axis], box.min[axis]);
    }
    return box;
  }

  f32 length() {
    const Aabb<Dim> box = any_box();
    switch (random_.below(6)) {
      case 0:
        return 0;
      case 1:
        return box.max[0] - box.min[0];  // exactly the width of the box
      case 2:
        return std::fabs(any_box().min[0] - box.max[0]);  // exact distance to a neighbor in a row
      case 3:
        return kInfinity;
      default:
        return extent() * random_.unit();
    }
  }

  Ray<Dim> ray() {
    const Point<Dim> origin = point();
    const Point<Dim> target = point();
    Point<Dim> direction{};
    const u32 kind = random_.below(5);
    if (kind == 0) {
      direction[static_cast<int>(random_.below(Dim))] = random_.one_in(2) ? 1.0f : -1.0f;
    } else if (kind == 1) {
      for (int axis = 0; axis < Dim; ++axis) direction[axis] = random_.between(-1, 1);
    } else {
      for (int axis = 0; axis < Dim; ++axis) direction[axis] = target[axis] - origin[axis];
    }
    if (random_.one_in(4)) {
      const f32 scale = random_.one_in(2) ? 1e-30f : 1e12f;
      for (int axis = 0; axis < Dim; ++axis) direction[axis] *= scale;
    }
    bool moves = false;
    for (int axis = 0; axis < Dim; ++axis) moves |= direction[axis] != 0;
    if (!moves) direction[Dim - 1] = -2;
    return {origin, direction, random_.one_in(2) ? kInfinity : length()};
  }

  NearestProbe<Dim> nearest() {
    constexpr u32 kCounts[] = {0, 1, 2, 5, 8, 33, 5000};
    return {point(), kCounts[random_.below(7)], random_.one_in(2) ? kInfinity : length()};
  }

  // All planes have a common point on their inner side.
  FrustumProbe frustum() {
    FrustumProbe probe{};
    const Aabb<Dim> room = box();
    const Point<Dim> inside = point();
    const bool box_like = random_.one_in(2);
    for (int plane = 0; plane < 6; ++plane) {
      f32(&numbers)[4] = probe.frustum.planes[plane];
      if (box_like) {
        const int axis = plane / 2;
        numbers[axis] = plane % 2 == 0 ? 1.0f : -1.0f;
        numbers[3] = plane % 2 == 0 ? -room.min[axis] : room.max[axis];
      } else {
        lay_plane(numbers, point(), inside);
      }
    }
    const Point<Dim> eye = point();
    for (int axis = 0; axis < Dim; ++axis) probe.eye[axis] = eye[axis];
    probe.limit = random_.below(12);
    return probe;
  }

  VolumeProbe<Dim> volume() {
    VolumeProbe<Dim> probe{{}, {point(), point()}, length()};
    if (probe.radius == kInfinity) probe.radius = 0;
    if (random_.one_in(4)) probe.segment.b = probe.segment.a;
    if (random_.one_in(4)) {
      probe.segment.b = probe.segment.a;
      probe.segment.b[static_cast<int>(random_.below(Dim))] = point()[0];
    }
    const Aabb<Dim> room = box();
    const Point<Dim> inside = point();
    const bool box_like = random_.one_in(2);
    const u32 count = box_like ? 2 * Dim : 1 + random_.below(7);
    probe.planes.resize(count * (Dim + 1));
    for (u32 plane = 0; plane < count; ++plane) {
      f32* numbers = probe.planes.data() + plane * (Dim + 1);
      if (box_like) {
        numbers[plane / 2] = plane % 2 == 0 ? 1.0f : -1.0f;
        numbers[Dim] = plane % 2 == 0 ? -room.min[plane / 2] : room.max[plane / 2];
      } else {
        lay_plane(numbers, point(), inside);
      }
    }
    return probe;
  }

  void lay_plane(f32* numbers, const Point<Dim>& through, const Point<Dim>& inside) {
    f64 constant = 0;
    f64 side = 0;
    for (int axis = 0; axis < Dim; ++axis) {
      numbers[axis] = random_.between(-1, 1);
      constant -= static_cast<f64>(numbers[axis]) * static_cast<f64>(through[axis]);
      side += static_cast<f64>(numbers[axis]) * static_cast<f64>(inside[axis]);
    }
    numbers[Dim] = static_cast<f32>(constant);
    if (side + constant >= 0) return;
    for (int i = 0; i <= Dim; ++i) numbers[i] = -numbers[i];
  }

  std::span<const Aabb<Dim>> boxes_;
  Random random_;
  Aabb<Dim> all_;
};

}  // namespace

template <int Dim>
Probes<Dim> probes_for(std::span<const Aabb<Dim>> boxes, u32 count, u64 seed) {
  return ProbeMaker<Dim>(boxes, seed).make(count);
}

template Probes<2> probes_for(std::span<const Aabb<2>>, u32, u64);
template Probes<3> probes_for(std::span<const Aabb<3>>, u32, u64);

}  // namespace sapwood::test
