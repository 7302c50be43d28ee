#include "volumes.hpp"

#include "sapwood/geometry/capsule_query.hpp"
#include "sapwood/geometry/convex_query.hpp"

namespace sapwood::bindings {

namespace {

enum class VolumeKind : u32 { kConvex, kSegment, kCapsule };

bool are_finite(const f32* numbers, u32 count) {
  for (u32 i = 0; i < count; ++i) {
    if (!std::isfinite(numbers[i])) return false;
  }
  return true;
}

// Reads one volume after the other.
template <int Dim>
class VolumeReader {
 public:
  VolumeReader(VolumeKind kind, u32 count) : kind_(kind) {
    const Array<u8>& bytes = results().scratch;
    next_ = reinterpret_cast<const f32*>(bytes.data());
    end_ = next_ + bytes.size() / sizeof(f32);
    if (kind == VolumeKind::kConvex) {
      plane_counts_ = reinterpret_cast<const u32*>(next_);
      next_ = count <= static_cast<u32>(end_ - next_) ? next_ + count : end_;
    }
  }

  // Searches volume `i`, which is the next one.
  Status find_next(const VolumeSearch<Dim>& search, u32 i, const Filter& filter) {
    return kind_ == VolumeKind::kConvex ? find_in_convex(search, i, filter)
                                        : find_in_capsule(search, i, filter);
  }

 private:
  static constexpr u32 kPlane = Dim + 1;

  u32 left() const { return static_cast<u32>(end_ - next_); }

  Status find_in_convex(const VolumeSearch<Dim>& search, u32 i, const Filter& filter) {
    if (next_ == end_) return Status::invalid_argument(i);
    const u32 planes = plane_counts_[i];
    if (planes == 0 || planes > left() / kPlane || !are_finite(next_, planes * kPlane)) {
      return Status::invalid_argument(i);
    }
    const ConvexQuery<Dim> query(next_, planes);
    next_ += planes * kPlane;
    return search.find_in(search.index, query, filter);
  }

  Status find_in_capsule(const VolumeSearch<Dim>& search, u32 i, const Filter& filter) {
    const bool thick = kind_ == VolumeKind::kCapsule;
    const u32 numbers = 2 * Dim + (thick ? 1 : 0);
    if (left() < numbers) return Status::invalid_argument(i);
    Segment<Dim> segment;
    for (int axis = 0; axis < Dim; ++axis) {
      segment.a[axis] = next_[axis];
      segment.b[axis] = next_[Dim + axis];
    }
    const f32 radius = thick ? next_[2 * Dim] : 0;
    next_ += numbers;
    if (!is_valid(segment.a) || !is_valid(segment.b) || !(radius >= 0 && std::isfinite(radius))) {
      return Status::invalid_argument(i);
    }
    const CapsuleQuery<Dim> query(segment, radius);
    return search.find_in(search.index, query, filter);
  }

  const VolumeKind kind_;
  const f32* next_;
  const f32* end_;
  const u32* plane_counts_ = nullptr;
};

}  // namespace

template <int Dim>
Status answer_volumes(const VolumeSearch<Dim>& search, u32 kind, u32 count, const Filter& filter) {
  const Array<u32>& ids = results().ids;
  Array<u32>& offsets = results().offsets;
  if (kind > static_cast<u32>(VolumeKind::kCapsule)) return Status::invalid_argument();
  if (!offsets.reserve(size_t{count} + 1)) return Status::out_of_memory();
  VolumeReader<Dim> reader(static_cast<VolumeKind>(kind), count);
  Status status = Status::success();
  for (u32 i = 0; i < count && status.ok(); ++i) {
    offsets.push_unchecked(static_cast<u32>(ids.size()));
    status = reader.find_next(search, i, filter);
  }
  if (status.ok()) offsets.push_unchecked(static_cast<u32>(ids.size()));
  return status;
}

template Status answer_volumes(const VolumeSearch<2>&, u32, u32, const Filter&);
template Status answer_volumes(const VolumeSearch<3>&, u32, u32, const Filter&);

}  // namespace sapwood::bindings
