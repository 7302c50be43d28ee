// Query for a volume whose type is known only at run time. Each structure needs only one compiled
// traversal for all rare types of volumes.
//
// The functions are those of box_query.hpp, as virtual calls. Spheres and frusta are wrapped in
// ErasedQuery; other volumes derive from VolumeQuery.
#pragma once

#include <bit>

#include "sapwood/geometry/aabb_packet.hpp"

namespace sapwood {

template <int Dim>
class VolumeQuery {
 public:
  static constexpr int kDim = Dim;

  virtual bool may_touch(const Aabb<Dim>& node) const = 0;
  virtual u32 may_touch4(const AabbPacket<Dim>& packet) const = 0;
  virtual bool hits(const Aabb<Dim>& item) const = 0;
  virtual bool contains(const Aabb<Dim>& node) const = 0;
  u32 contains4(const AabbPacket<Dim>& packet) const {
    u32 covered = used_lanes(packet);
    for (u32 left = covered; left != 0; left &= left - 1) {
      const u32 lane = static_cast<u32>(std::countr_zero(left));
      if (!contains(packet.get(lane))) covered &= ~(1u << lane);
    }
    return covered;
  }
  // Returns true if the volume has this property: if an item is cut into parts and the volume
  // touches the item, the volume touches at least one of the parts.
  bool touches_parts() const { return touches_parts_; }

 protected:
  // Returns the lanes in the mask `lanes` whose boxes pass may_touch().
  u32 touched_lanes(const AabbPacket<Dim>& packet, u32 lanes) const {
    for (u32 left = lanes; left != 0; left &= left - 1) {
      const u32 lane = static_cast<u32>(std::countr_zero(left));
      if (!may_touch(packet.get(lane))) lanes &= ~(1u << lane);
    }
    return lanes;
  }

  explicit VolumeQuery(bool touches_parts) : touches_parts_(touches_parts) {}
  ~VolumeQuery() = default;

 private:
  const bool touches_parts_;
};

enum class Limit : u8 { kStays, kShrinks };

// Wrapper that gives another query object the interface of VolumeQuery, with the same results. If
// the search radius can shrink, contains() returns false, because an item that is inside now may be
// outside later in the traversal.
template <class Query>
class ErasedQuery final : public VolumeQuery<Query::kDim> {
 public:
  static constexpr int kDim = Query::kDim;
  using Box = Aabb<kDim>;

  explicit ErasedQuery(const Query& query, Limit limit = Limit::kStays)
      : VolumeQuery<kDim>(requires(const Box& box) { query.lower_bound(box); }),
        query_(query),
        limit_(limit) {}

  bool may_touch(const Box& node) const override { return query_.may_touch(node); }
  u32 may_touch4(const AabbPacket<kDim>& packet) const override {
    return query_.may_touch4(packet);
  }
  bool hits(const Box& item) const override { return query_.hits(item); }
  bool contains(const Box& node) const override {
    return limit_ == Limit::kStays && query_.contains(node);
  }

 private:
  const Query& query_;
  const Limit limit_;
};

}  // namespace sapwood
