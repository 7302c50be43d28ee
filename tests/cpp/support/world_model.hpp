// Expected content and results of a world. Pairs are found by testing all pairs of bodies, and
// events are the difference to the pairs of the previous step. Sleep is not modeled, because it
// must not change results.
#pragma once

#include <set>

#include "sapwood/world/bodies.hpp"
#include "support/model.hpp"

namespace sapwood::test {

template <int Dim>
class WorldModel {
 public:
  using Box = Aabb<Dim>;
  using Layer = world::Layer;

  struct Body {
    Box box;
    Filter filter;
    Layer layer;
    u64 serial;  // distinguishes bodies with the same id
  };
  // An overlapping pair: a key of both ids, and the serial numbers of both bodies.
  struct Meeting {
    u64 pair;
    u64 first;
    u64 second;

    friend auto operator<=>(const Meeting&, const Meeting&) = default;
  };

  bool has(Id id) const { return id < bodies_.size() && bodies_[id].has_value(); }
  Body& body(Id id) { return *bodies_[id]; }
  const Body& body(Id id) const { return *bodies_[id]; }
  size_t end() const { return bodies_.size(); }
  u64 last_serial() const { return serial_; }
  // Bodies that are added later get serial numbers above `serial`.
  void continue_from(u64 serial) { serial_ = serial; }
  std::vector<Id> ids() const {
    std::vector<Id> live;
    for (Id id = 0; id < bodies_.size(); ++id) {
      if (bodies_[id]) live.push_back(id);
    }
    return live;
  }

  Id add(const Box& box, const Filter& filter, Layer layer) {
    Id id = 0;
    while (has(id)) ++id;
    if (id == bodies_.size()) bodies_.emplace_back();
    bodies_[id] = Body{box, filter, layer, ++serial_};
    return id;
  }
  void remove(Id id) { bodies_[id].reset(); }

  void step() {
    const std::set<Meeting> before = std::exchange(meetings_, {});
    for (const Id a : ids()) {
      for (const Id b : ids()) {
        if (a < b && meet(body(a), body(b))) {
          meetings_.insert({u64{a} << 32 | b, body(a).serial, body(b).serial});
        }
      }
    }
    begins_ = difference(meetings_, before);
    ends_ = difference(before, meetings_);
  }
  // Returns keys (smaller id << 32 | larger id), ascending.
  std::vector<u64> pairs() const { return difference(meetings_, {}); }
  const std::vector<u64>& begins() const { return begins_; }
  const std::vector<u64>& ends() const { return ends_; }
  // Must be called after a snapshot is restored.
  void forget_events() {
    begins_.clear();
    ends_.clear();
  }

  Model<Dim> of_layers(u32 layers) const {
    Model<Dim> model;
    std::vector<Id> others;
    for (const auto& body : bodies_) {
      const bool taken = body && (layers & world::layer_bit(body->layer)) != 0;
      const Id id = model.insert(body ? body->box : Box{}, body ? body->filter : Filter{});
      if (!taken) others.push_back(id);
    }
    for (const Id id : others) model.remove(id);
    return model;
  }

 private:
  static bool meet(const Body& a, const Body& b) {
    if (a.layer == Layer::kStatic && b.layer == Layer::kStatic) return false;
    if ((a.filter.category & b.filter.mask) == 0) return false;
    if ((b.filter.category & a.filter.mask) == 0) return false;
    for (int axis = 0; axis < Dim; ++axis) {
      if (a.box.min[axis] > b.box.max[axis] || b.box.min[axis] > a.box.max[axis]) return false;
    }
    return true;
  }
  static std::vector<u64> difference(const std::set<Meeting>& of,
                                     const std::set<Meeting>& without) {
    std::vector<u64> keys;
    for (const Meeting& meeting : of) {
      if (!without.contains(meeting)) keys.push_back(meeting.pair);
    }
    return keys;
  }

  std::vector<std::optional<Body>> bodies_;
  std::set<Meeting> meetings_;
  std::vector<u64> begins_;
  std::vector<u64> ends_;
  u64 serial_ = 0;
};

}  // namespace sapwood::test
