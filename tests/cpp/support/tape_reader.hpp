// Converts the bytes of a tape to the arguments of operations. All bytes after the end are zero.
//
// The number of bytes of an argument depends only on these bytes; its meaning can depend on the
// index ("the corner of the third item"). tests/web/tapes/tape-reader.ts reads the same format.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <span>

#include "support/model.hpp"
#include "support/operations.hpp"
#include "support/probes.hpp"

namespace sapwood::test {

// Changes of the bytes of a serialized index. Most of them make the bytes invalid.
struct Damage {
  struct Edit {
    u32 kind;
    u32 at;
    u8 value;
    u32 from;
  };
  bool resealed;  // length and checksum are corrected
  std::vector<Edit> edits;
};

template <int Dim>
struct Argument {
  u32 number = 0;
  Id id = kNone;  // kNone if there is no item
  Point<Dim> point{};
  Aabb<Dim> box{};
  std::vector<Aabb<Dim>> boxes;
  Filter filter;
  f32 length = 0;
  Frustum frustum{};
  Damage damage{};
};

// Source of bytes: a tape, or a generator with a seed from the tape.
class ByteSource {
 public:
  explicit ByteSource(std::span<const u8> bytes) : bytes_(bytes) {}
  explicit ByteSource(u32 seed) : state_(seed), generated_(true) {}

  bool done() const { return !generated_ && at_ >= bytes_.size(); }
  u8 byte() {
    if (!generated_) return at_ < bytes_.size() ? bytes_[at_++] : u8{0};
    state_ = state_ * 1664525u + 1013904223u;
    return static_cast<u8>(state_ >> 24);
  }
  u32 word() {
    const u32 high = byte();
    return high << 8 | byte();
  }

 private:
  std::span<const u8> bytes_{};
  size_t at_ = 0;
  u32 state_ = 0;
  bool generated_ = false;
};

template <int Dim>
class TapeReader {
 public:
  using Box = Aabb<Dim>;

  // The first byte of the tape selects an element of kWorlds, which defines how coordinates are
  // encoded.
  TapeReader(std::span<const u8> bytes, const Model<Dim>& model)
      : source_(bytes), world_(kWorlds[source_.byte() % std::size(kWorlds)]), model_(model) {}

  bool done() const { return source_.done(); }
  const OperationSpec& operation() { return kOperations[kOperationOfByte[source_.byte()]]; }

  Argument<Dim> read(const ArgumentSpec& spec) {
    Argument<Dim> read;
    switch (spec.kind) {
      case ArgumentKind::kNumber:
        read.number = source_.word() % spec.max;
        break;
      case ArgumentKind::kItem:
        read.id = item();
        break;
      case ArgumentKind::kPoint:
        read.point = point(source_);
        break;
      case ArgumentKind::kBox:
        read.box = box(source_);
        break;
      case ArgumentKind::kBoxes:
        read.boxes = boxes(source_, source_.byte() % (spec.max + 1));
        break;
      case ArgumentKind::kSwarm:
        read.boxes = swarm(spec.max);
        break;
      case ArgumentKind::kFilter:
        read.filter = filter();
        break;
      case ArgumentKind::kMask:
        read.filter = mask();
        break;
      case ArgumentKind::kPlace:
        read.point = origin_ = place();
        break;
      case ArgumentKind::kRoom:
        read.box = room();
        break;
      case ArgumentKind::kRadius:
        read.length = length(std::numeric_limits<f32>::max());
        break;
      case ArgumentKind::kReach:
        read.length = length(HUGE_VALF);
        break;
      case ArgumentKind::kDirection:
        read.point = direction();
        break;
      case ArgumentKind::kFrustum:
        read.frustum = frustum();
        break;
      case ArgumentKind::kDamage:
        read.damage = damage();
        break;
    }
    return read;
  }

 private:
  bool is_flat(int axis) const {
    switch (world_.flat) {
      case Flat::kNone:
        return false;
      case Flat::kPlane:
        return axis == Dim - 1;
      case Flat::kLine:
        return axis > 0;
      case Flat::kPoint:
        return true;
    }
    return false;
  }

  f32 coordinate(ByteSource& source, int axis) const {
    if (is_flat(axis)) return static_cast<f32>(world_.offset);
    const u32 first = source.byte();
    switch (world_.numbers) {
      case Numbers::kSteps: {
        const i32 steps =
            static_cast<i32>(first % world_.levels) - static_cast<i32>(world_.levels / 2);
        if (steps == 0 && world_.offset == 0) return first < 128 ? 0.0f : -0.0f;
        return static_cast<f32>(world_.offset + steps * world_.step);
      }
      case Numbers::kFraction: {
        const f64 part = source.byte() / 256.0;
        return static_cast<f32>((static_cast<f64>(first) - 128 + part) * world_.step);
      }
      case Numbers::kScales: {
        const int exponent =
            static_cast<int>(source.byte() % world_.levels) - static_cast<int>(world_.levels / 2);
        return static_cast<f32>(std::ldexp((static_cast<f64>(first) - 128) / 128, exponent));
      }
      case Numbers::kBits: {
        u32 bits = first;
        for (int i = 0; i < 3; ++i) bits = bits << 8 | source.byte();
        const f32 value = std::bit_cast<f32>(bits);
        return std::fabs(value) <= kMaxCoordinate ? value : static_cast<f32>(first) - 128;
      }
    }
    return 0;
  }

  Point<Dim> point(ByteSource& source) const {
    Point<Dim> at;
    for (int axis = 0; axis < Dim; ++axis) at[axis] = coordinate(source, axis);
    return at;
  }

  static Box around(const Point<Dim>& a, const Point<Dim>& b) {
    Box box;
    for (int axis = 0; axis < Dim; ++axis) {
      box.min[axis] = b[axis] < a[axis] ? b[axis] : a[axis];
      box.max[axis] = b[axis] < a[axis] ? a[axis] : b[axis];
    }
    return box;
  }

  Box box(ByteSource& source) const {
    const Point<Dim> low = point(source);
    Point<Dim> high = low;
    if (world_.sides == Sides::kAny) high = point(source);
    if (world_.sides == Sides::kStep) {
      for (int axis = 0; axis < Dim; ++axis) high[axis] = low[axis] + static_cast<f32>(world_.step);
    }
    return around(low, high);
  }

  std::vector<Box> boxes(ByteSource& source, u32 count) const {
    std::vector<Box> list;
    for (u32 i = 0; i < count; ++i) list.push_back(box(source));
    return list;
  }
  std::vector<Box> swarm(u32 max) {
    const u32 count = source_.byte() % (max + 1);
    ByteSource generated(source_.word());
    return boxes(generated, count);
  }

  Id item() {
    const u32 choice = source_.word();
    const std::vector<Id> live = model_.ids();
    return live.empty() ? kNone : live[choice % live.size()];
  }
  Box item_box() {
    const Id id = item();
    return id == kNone ? Box{} : model_.item(id).box;
  }

  Point<Dim> place() {
    const u32 kind = source_.byte() % 4;
    if (kind < 2) return point(source_);
    const Box near = item_box();
    const u32 corner = kind == 2 ? source_.byte() : 0;
    Point<Dim> at;
    for (int axis = 0; axis < Dim; ++axis) {
      const f32 face = (corner >> axis & 1) != 0 ? near.max[axis] : near.min[axis];
      at[axis] = kind == 2 ? face : 0.5f * near.min[axis] + 0.5f * near.max[axis];
    }
    return at;
  }

  Box room() {
    const u32 kind = source_.byte() % 4;
    if (kind < 2) {
      const Point<Dim> a = place();
      return around(a, place());
    }
    if (kind == 2) return item_box();
    Box all;
    for (int axis = 0; axis < Dim; ++axis) {
      all.min[axis] = -kMaxCoordinate;
      all.max[axis] = kMaxCoordinate;
    }
    return all;
  }

  f32 length(f32 unbounded) {
    const u32 kind = source_.byte() % 5;
    if (kind == 0) return 0;
    if (kind == 2) return unbounded;
    if (kind == 3) return std::fabs(coordinate(source_, 0));
    const Box near = item_box();
    const Box far = kind == 4 ? item_box() : near;
    return std::fabs(far.max[0] - near.min[0]);
  }

  Point<Dim> direction() {
    const u32 kind = source_.byte() % 6;
    Point<Dim> way{};
    if (kind == 0) {
      const u32 choice = source_.byte();
      way[static_cast<int>(choice % Dim)] = choice < 128 ? 1.0f : -1.0f;
    } else if (kind == 1) {
      way = point(source_);
    } else {
      const Point<Dim> target = place();
      const f32 scale = kind == 4 ? 1e-30f : kind == 5 ? 1e12f : 1.0f;
      for (int axis = 0; axis < Dim; ++axis) way[axis] = (target[axis] - origin_[axis]) * scale;
    }
    bool moves = false;
    for (int axis = 0; axis < Dim; ++axis) moves |= way[axis] != 0;
    if (!moves) way[Dim - 1] = -2;
    return way;
  }

  // All planes have a common point on their inner side.
  Frustum frustum() {
    Frustum frustum{};
    if (source_.byte() % 2 == 0) {
      const Box walls = room();
      for (int plane = 0; plane < 2 * Dim; ++plane) {
        const int axis = plane / 2;
        frustum.planes[plane][axis] = plane % 2 == 0 ? 1.0f : -1.0f;
        frustum.planes[plane][3] = plane % 2 == 0 ? -walls.min[axis] : walls.max[axis];
      }
      return frustum;
    }
    const Point<Dim> inside = place();
    for (auto& plane : frustum.planes) lay_plane(plane, inside);
    return frustum;
  }

  void lay_plane(f32 (&plane)[4], const Point<Dim>& inside) {
    const Point<Dim> through = place();
    f64 constant = 0;
    f64 side = 0;
    for (int axis = 0; axis < Dim; ++axis) {
      plane[axis] = (static_cast<f32>(source_.byte()) - 128) / 128;
      constant -= static_cast<f64>(plane[axis]) * static_cast<f64>(through[axis]);
      side += static_cast<f64>(plane[axis]) * static_cast<f64>(inside[axis]);
    }
    plane[3] = static_cast<f32>(constant);
    if (side + constant >= 0) return;
    for (f32& number : plane) number = -number;
  }

  Filter filter() {
    const u32 kind = source_.byte() % 8;
    return kind < 5 ? Filter{} : Filter{1u << kind % 3, kind == 7 ? 2u : 0xFFFFFFFFu};
  }
  Filter mask() {
    const u32 kind = source_.byte() % 4;
    if (kind < 2) return Filter::any();
    const u32 category = kind == 3 ? source_.byte() : 0xFFFFFFFFu;
    return {category, source_.byte()};
  }

  Damage damage() {
    Damage damage{source_.byte() % 4 != 0, {}};
    for (u32 edits = 1 + source_.byte() % 3; edits > 0; --edits) {
      Damage::Edit edit{};
      edit.kind = source_.byte() % 5;
      edit.at = source_.word();
      edit.value = source_.byte();
      edit.from = source_.word();
      damage.edits.push_back(edit);
    }
    return damage;
  }

  ByteSource source_;
  const WorldSpec& world_;
  const Model<Dim>& model_;
  Point<Dim> origin_{};
};

}  // namespace sapwood::test
