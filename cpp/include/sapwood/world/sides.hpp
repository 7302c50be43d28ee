// The indices of a world, one for each kind of rest, and where each body lies in them.
//
// Moving bodies are searched for pairs in every step. Static ones lie in an index that is never
// asked for pairs of its own, and sleeping ones in a third, so that both are only found by others.
// settle() brings the indices up to date with the bodies; which index has a body never shows in
// what is found.
#pragma once

#include "sapwood/world/bodies.hpp"
#include "sapwood/world/broad_phase.hpp"

namespace sapwood::world {

enum Side : u32 { kMoving, kStatic, kSleeping, kNowhere };
inline constexpr u32 kSides = 3;

template <int Dim, class Phase>
class Sides {
 public:
  using Box = Aabb<Dim>;

  // An index of some kind for moving bodies, and one for those at rest.
  [[nodiscard]] bool start(u32 moving, u32 resting) {
    return phase_[kMoving].start(moving) && phase_[kStatic].start(resting) &&
           phase_[kSleeping].start(resting);
  }

  Phase& phase(u32 side) { return phase_[side]; }
  Id body(u32 side, Id item) const { return bodies_[side][item]; }
  Side side(Id body) const {
    return body < places_.size() && places_[body] != kNone ? side_of(places_[body]) : kNowhere;
  }
  size_t byte_length() const {
    size_t bytes = places_.byte_length() + wanted_.byte_length();
    for (u32 side = 0; side < kSides; ++side) {
      bytes += phase_[side].byte_length() + bodies_[side].byte_length();
    }
    return bytes;
  }

  // At most `budget` bodies that were put to sleep are taken from the moving ones; the others stay
  // there. False without memory: some bodies are stale still, which the next call takes up again.
  [[nodiscard]] bool settle(Bodies<Dim>& bodies, u32 budget) {
    const Array<Id>& stale = bodies.stale();
    if (stale.empty()) return true;
    if (places_.size() < bodies.end() && !places_.resize(bodies.end(), kNone)) return false;
    if (!wanted_.resize(stale.size())) return false;
    const bool one_by_one = plan(bodies, budget);
    if (one_by_one && !take_out(stale)) return false;
    for (u32 side = 0; side < kSides; ++side) {
      if (bulk_[side] == Bulk::kBuild && !build(bodies, side)) return false;
    }
    if (one_by_one && !put_in(bodies)) return false;
    for (u32 side = 0; side < kSides; ++side) {
      if (bulk_[side] != Bulk::kUpdate) continue;
      if (!stage(bodies, side, phase_[side]) || !phase_[side].update(staged_)) return false;
    }
    bodies.forget_stale([&](size_t i) { return (wanted_[i] & kWaits) != 0; });
    return true;
  }

  // An index of another kind of the bodies that move, to be tried; it may take over afterwards.
  [[nodiscard]] bool make_challenger(const Bodies<Dim>& bodies, u32 kind, Phase& fresh) {
    return fresh.start(kind) && stage(bodies, kMoving, fresh) && fresh.build(staged_) &&
           set_filters(bodies, kMoving, fresh);
  }
  void take_over(Phase& fresh) {
    phase_[kMoving].swap(fresh);
    number(kMoving);
  }

 private:
  // How the changes of an index are brought in.
  enum class Bulk : u8 { kNone, kBuild, kUpdate };

  static constexpr u32 kSideShift = 28;  // items are fewer
  static constexpr u8 kWaits = 4;        // in wanted_: the body stays where it is until later
  static constexpr u32 kMin = 16;        // fewer changes are made one by one

  static Side side_of(u32 place) { return static_cast<Side>(place >> kSideShift); }
  static Id item_of(u32 place) { return place & ((1u << kSideShift) - 1); }

  static Side wanted_side(const Bodies<Dim>& bodies, Id id) {
    if (!bodies.has(id)) return kNowhere;
    if (bodies.is_static(id)) return kStatic;
    return bodies.any(id, kAsleep) && !bodies.any(id, kChanged) ? kSleeping : kMoving;
  }

  // Says for each stale body where it is to be, and for each index how it gets there. False when
  // all that they need is one update: nobody changes the index or its filter.
  bool plan(const Bodies<Dim>& bodies, u32 budget) {
    u32 arrivals[kSides + 1] = {};
    u32 stays[kSides + 1] = {};
    bool one_by_one = false;
    for (size_t i = 0; i < wanted_.size(); ++i) {
      const Id id = bodies.stale()[i];
      u32 wanted = wanted_side(bodies, id);
      u8 waits = 0;
      if (wanted == kSleeping && side(id) == kMoving) {
        if (budget == 0) {
          wanted = kMoving;
          waits = kWaits;
        } else {
          --budget;
        }
      }
      const bool arrives = side(id) != wanted;
      ++(arrives ? arrivals : stays)[wanted];
      one_by_one = one_by_one || arrives || bodies.any(id, kRefiltered);
      wanted_[i] = static_cast<u8>(wanted | waits);
    }
    for (u32 s = 0; s < kSides; ++s) {
      const bool many = arrivals[s] > kMin && arrivals[s] > phase_[s].size();
      bulk_[s] = many || unfiltered_[s]                               ? Bulk::kBuild
                 : stays[s] > kMin && stays[s] > phase_[s].size() / 2 ? Bulk::kUpdate
                                                                      : Bulk::kNone;
      one_by_one = one_by_one || (stays[s] != 0 && bulk_[s] == Bulk::kNone);
    }
    return one_by_one;
  }
  u32 wanted(size_t i) const { return wanted_[i] & 3; }

  bool take_out(const Array<Id>& stale) {
    for (size_t i = 0; i < stale.size(); ++i) {
      const Side from = side(stale[i]);
      if (from == kNowhere || from == wanted(i)) continue;
      u32& place = places_[stale[i]];
      if (!phase_[from].remove(item_of(place))) return false;
      bodies_[from][item_of(place)] = kNone;
      place = kNone;
    }
    return true;
  }

  // All bodies of a side anew: those that are there, then those that arrive.
  bool build(const Bodies<Dim>& bodies, u32 side) {
    const Array<Id>& stale = bodies.stale();
    Array<Id>& members = bodies_[side];
    if (!members.reserve_more(stale.size())) return false;
    const size_t present = members.size();
    for (size_t i = 0; i < stale.size(); ++i) {
      if (wanted(i) == side && places_[stale[i]] == kNone) members.push_unchecked(stale[i]);
    }
    if (!stage(bodies, side, phase_[side]) || !phase_[side].build(staged_)) {
      members.truncate(present);
      return false;
    }
    number(side);
    unfiltered_[side] = !set_filters(bodies, side, phase_[side]);
    return !unfiltered_[side];
  }

  // The boxes of the members of a side, in their order.
  bool stage(const Bodies<Dim>& bodies, u32 side, Phase& phase) {
    const Array<Id>& members = bodies_[side];
    staged_ = 0;
    Box* const boxes = phase.staging(static_cast<u32>(members.size()));
    if (boxes == nullptr && !members.empty()) return false;
    for (const Id id : members) {
      if (id != kNone) boxes[staged_++] = bodies.box(id);
    }
    return true;
  }
  // Of items 0, 1, ..., after a build of those.
  bool set_filters(const Bodies<Dim>& bodies, u32 side, Phase& phase) {
    u32 item = 0;
    for (const Id id : bodies_[side]) {
      if (id == kNone) continue;
      const Filter& filter = bodies.filter(id);
      if (!(filter == Filter{}) && !phase.set_filter(item, filter)) return false;
      ++item;
    }
    return true;
  }
  // The same in the lists; members that are kNone go.
  void number(u32 side) {
    Array<Id>& members = bodies_[side];
    u32 item = 0;
    for (const Id id : members) {
      if (id == kNone) continue;
      members[item] = id;
      places_[id] = side << kSideShift | item++;
    }
    members.truncate(item);
  }

  // One by one: bodies that arrive, and those that have changed where they are.
  bool put_in(const Bodies<Dim>& bodies) {
    const Array<Id>& stale = bodies.stale();
    for (size_t i = 0; i < stale.size(); ++i) {
      const u32 side = wanted(i);
      if (side == kNowhere) continue;
      const bool arrives = places_[stale[i]] == kNone;
      if (!(arrives ? insert(bodies, side, stale[i]) : change(bodies, side, stale[i])))
        return false;
    }
    return true;
  }
  bool insert(const Bodies<Dim>& bodies, u32 side, Id id) {
    Array<Id>& members = bodies_[side];
    Id item = kNone;
    if (!members.reserve_more(1) || !phase_[side].insert(bodies.box(id), bodies.filter(id), item)) {
      return false;
    }
    if (item == members.size()) members.push_unchecked(id);
    members[item] = id;
    places_[id] = side << kSideShift | item;
    return true;
  }
  bool change(const Bodies<Dim>& bodies, u32 side, Id id) {
    const Id item = item_of(places_[id]);
    if (bodies.any(id, kRefiltered) && !phase_[side].set_filter(item, bodies.filter(id))) {
      return false;
    }
    return bulk_[side] != Bulk::kNone || phase_[side].move(item, bodies.box(id));
  }

  Phase phase_[kSides];
  Array<Id> bodies_[kSides];  // by item; kNone for free ones
  Array<u32> places_;         // by body: side and item, or kNone
  Array<u8> wanted_;          // by position in the stale list
  u32 staged_ = 0;            // boxes, by the last stage()
  Bulk bulk_[kSides] = {};
  bool unfiltered_[kSides] = {};  // a build had no memory for the filters, and is to be made again
};

}  // namespace sapwood::world
