// Indices of a world, one each for moving, static and sleeping bodies, and the location of each
// body in these indices.
//
// Every step searches the pairs of moving bodies. The indices of static and of sleeping bodies are
// not searched for pairs among their own bodies. flush() updates the indices from the bodies.
// Results do not depend on which index contains a body.
#pragma once

#include "sapwood/world/bodies.hpp"
#include "sapwood/world/broad_phase.hpp"

namespace sapwood::world {

enum Partition : u32 { kMoving, kStatic, kSleeping, kNowhere };
inline constexpr u32 kPartitions = 3;

template <int Dim, class Phase>
class Partitions {
 public:
  using Box = Aabb<Dim>;

  // Creates one index of kind `moving`, and two of kind `resting`. Returns false if allocation
  // fails.
  [[nodiscard]] bool start(u32 moving, u32 resting) {
    return phase_[kMoving].start(moving) && phase_[kStatic].start(resting) &&
           phase_[kSleeping].start(resting);
  }

  Phase& phase(u32 partition) { return phase_[partition]; }
  Id body(u32 partition, Id item) const { return bodies_[partition][item]; }
  Partition partition(Id body) const {
    return body < places_.size() && places_[body] != kNone ? partition_of(places_[body]) : kNowhere;
  }
  size_t byte_length() const {
    size_t bytes = places_.byte_length() + wanted_.byte_length();
    for (u32 partition = 0; partition < kPartitions; ++partition) {
      bytes += phase_[partition].byte_length() + bodies_[partition].byte_length();
    }
    return bytes;
  }

  [[gnu::cold, gnu::noinline]] void shrink() {
    for (u32 partition = 0; partition < kPartitions; ++partition) {
      phase_[partition].shrink();
      Array<Id>& members = bodies_[partition];
      while (!members.empty() && members.back() == kNone) members.pop_back();
      members.shrink();
    }
    places_.shrink();
    wanted_.release();
  }

  // Updates the indices from the stale bodies, whose changes are not in the indices yet. At most
  // `budget` sleeping bodies leave the index of moving bodies; the other sleeping bodies stay there
  // until a later call. Returns false if allocation fails. Some bodies are then still stale, and
  // the next call continues with them.
  [[nodiscard]] bool flush(Bodies<Dim>& bodies, u32 budget) {
    const Array<Id>& stale = bodies.stale();
    if (stale.empty()) return true;
    if (places_.size() < bodies.end() && !places_.resize(bodies.end(), kNone)) return false;
    if (!wanted_.resize(stale.size())) return false;
    const bool one_by_one = plan_changes(bodies, budget);
    if (one_by_one && !remove_moved(stale)) return false;
    for (u32 partition = 0; partition < kPartitions; ++partition) {
      if (bulk_[partition] == Bulk::kBuild && !build(bodies, partition)) return false;
    }
    if (one_by_one && !put_in(bodies)) return false;
    for (u32 partition = 0; partition < kPartitions; ++partition) {
      if (bulk_[partition] != Bulk::kUpdate) continue;
      if (!stage(bodies, partition, phase_[partition]) || !phase_[partition].update(staged_))
        return false;
    }
    bodies.forget_stale([&](size_t i) { return (wanted_[i] & kPendingSleep) != 0; });
    return true;
  }

  // Builds an index of another kind over the moving bodies, for a trial. adopt_trial() replaces the
  // current index with it.
  [[nodiscard]] bool build_trial(const Bodies<Dim>& bodies, u32 kind, Phase& fresh) {
    return fresh.start(kind) && stage(bodies, kMoving, fresh) && fresh.build(staged_) &&
           set_filters(bodies, kMoving, fresh);
  }
  void adopt_trial(Phase& fresh) {
    phase_[kMoving].swap(fresh);
    number(kMoving);
  }

 private:
  enum class Bulk : u8 { kNone, kBuild, kUpdate };

  static constexpr u32 kPartitionShift = 28;  // item ids need fewer bits
  static constexpr u8 kPendingSleep =
      4;                           // in wanted_: the body stays in its index until a later flush()
  static constexpr u32 kMin = 16;  // minimum number of changes for a bulk operation

  static Partition partition_of(u32 place) {
    return static_cast<Partition>(place >> kPartitionShift);
  }
  static Id item_of(u32 place) { return place & ((1u << kPartitionShift) - 1); }

  static Partition wanted_partition(const Bodies<Dim>& bodies, Id id) {
    if (!bodies.has(id)) return kNowhere;
    if (bodies.is_static(id)) return kStatic;
    return bodies.any(id, kAsleep) && !bodies.any(id, kChanged) ? kSleeping : kMoving;
  }

  // Determines the target index of each stale body, and which indices are rebuilt or updated as a
  // whole. Returns true if some stale bodies must be removed, inserted or changed one by one.
  bool plan_changes(const Bodies<Dim>& bodies, u32 budget) {
    u32 arrivals[kPartitions + 1] = {};
    u32 stays[kPartitions + 1] = {};
    bool one_by_one = false;
    for (size_t i = 0; i < wanted_.size(); ++i) {
      const Id id = bodies.stale()[i];
      u32 wanted = wanted_partition(bodies, id);
      u8 pending_sleep = 0;
      if (wanted == kSleeping && partition(id) == kMoving) {
        if (budget == 0) {
          wanted = kMoving;
          pending_sleep = kPendingSleep;
        } else {
          --budget;
        }
      }
      const bool arrives = partition(id) != wanted;
      ++(arrives ? arrivals : stays)[wanted];
      one_by_one = one_by_one || arrives || bodies.any(id, kRefiltered);
      wanted_[i] = static_cast<u8>(wanted | pending_sleep);
    }
    for (u32 s = 0; s < kPartitions; ++s) {
      const bool many = arrivals[s] > kMin && arrivals[s] > phase_[s].size();
      bulk_[s] = many || unfiltered_[s]                               ? Bulk::kBuild
                 : stays[s] > kMin && stays[s] > phase_[s].size() / 2 ? Bulk::kUpdate
                                                                      : Bulk::kNone;
      one_by_one = one_by_one || (stays[s] != 0 && bulk_[s] == Bulk::kNone);
    }
    return one_by_one;
  }
  u32 wanted(size_t i) const { return wanted_[i] & 3; }

  bool remove_moved(const Array<Id>& stale) {
    for (size_t i = 0; i < stale.size(); ++i) {
      const Partition from = partition(stale[i]);
      if (from == kNowhere || from == wanted(i)) continue;
      u32& place = places_[stale[i]];
      if (!phase_[from].remove(item_of(place))) return false;
      bodies_[from][item_of(place)] = kNone;
      place = kNone;
    }
    return true;
  }

  // Rebuilds the index of a partition from the bodies that stay in it and the bodies that are added
  // to it.
  bool build(const Bodies<Dim>& bodies, u32 partition) {
    const Array<Id>& stale = bodies.stale();
    Array<Id>& members = bodies_[partition];
    if (!members.reserve_more(stale.size())) return false;
    const size_t present = members.size();
    for (size_t i = 0; i < stale.size(); ++i) {
      if (wanted(i) == partition && places_[stale[i]] == kNone) members.push_unchecked(stale[i]);
    }
    if (!stage(bodies, partition, phase_[partition]) || !phase_[partition].build(staged_)) {
      members.truncate(present);
      return false;
    }
    number(partition);
    unfiltered_[partition] = !set_filters(bodies, partition, phase_[partition]);
    return !unfiltered_[partition];
  }

  // Copies the boxes of the bodies of a partition to the input array of an index, in the order of
  // bodies_.
  bool stage(const Bodies<Dim>& bodies, u32 partition, Phase& phase) {
    const Array<Id>& members = bodies_[partition];
    staged_ = 0;
    Box* const boxes = phase.staging(static_cast<u32>(members.size()));
    if (boxes == nullptr && !members.empty()) return false;
    for (const Id id : members) {
      if (id != kNone) boxes[staged_++] = bodies.box(id);
    }
    return true;
  }
  // Sets the filters of the items after a build, which assigns the item ids 0, 1, ... to the
  // bodies.
  bool set_filters(const Bodies<Dim>& bodies, u32 partition, Phase& phase) {
    u32 item = 0;
    for (const Id id : bodies_[partition]) {
      if (id == kNone) continue;
      const Filter& filter = bodies.filter(id);
      if (!(filter == Filter{}) && !phase.set_filter(item, filter)) return false;
      ++item;
    }
    return true;
  }
  // Assigns item ids to the bodies of a partition in the same order as a build. Removes the
  // elements of bodies_[partition] that are kNone.
  void number(u32 partition) {
    Array<Id>& members = bodies_[partition];
    u32 item = 0;
    for (const Id id : members) {
      if (id == kNone) continue;
      members[item] = id;
      places_[id] = partition << kPartitionShift | item++;
    }
    members.truncate(item);
  }

  // Processes the stale bodies one by one: inserts bodies that are not in an index, and applies the
  // changes of the other bodies.
  bool put_in(const Bodies<Dim>& bodies) {
    const Array<Id>& stale = bodies.stale();
    for (size_t i = 0; i < stale.size(); ++i) {
      const u32 partition = wanted(i);
      if (partition == kNowhere) continue;
      const bool arrives = places_[stale[i]] == kNone;
      if (!(arrives ? insert(bodies, partition, stale[i]) : change(bodies, partition, stale[i])))
        return false;
    }
    return true;
  }
  bool insert(const Bodies<Dim>& bodies, u32 partition, Id id) {
    Array<Id>& members = bodies_[partition];
    Id item = kNone;
    if (!members.reserve_more(1) ||
        !phase_[partition].insert(bodies.box(id), bodies.filter(id), item)) {
      return false;
    }
    if (item == members.size()) members.push_unchecked(id);
    members[item] = id;
    places_[id] = partition << kPartitionShift | item;
    return true;
  }
  bool change(const Bodies<Dim>& bodies, u32 partition, Id id) {
    const Id item = item_of(places_[id]);
    if (bodies.any(id, kRefiltered) && !phase_[partition].set_filter(item, bodies.filter(id))) {
      return false;
    }
    return bulk_[partition] != Bulk::kNone || phase_[partition].move(item, bodies.box(id));
  }

  Phase phase_[kPartitions];
  Array<Id> bodies_[kPartitions];  // by item id; kNone for free ids
  Array<u32> places_;              // by body id: partition and item id, or kNone
  Array<u8> wanted_;               // by position in the stale list
  u32 staged_ = 0;                 // boxes written by the last stage()
  Bulk bulk_[kPartitions] = {};
  bool unfiltered_[kPartitions] = {};  // setting the filters failed, so the build is repeated
};

}  // namespace sapwood::world
