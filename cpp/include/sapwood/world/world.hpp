// World: bodies that come, go, move, sleep and meet; what a physics engine has between its bodies
// and its narrow phase, for those who need no engine.
//
// Two bodies meet when their boxes overlap (touching counts), each one's category is in the other's
// mask, and not both are static. step() finds the pairs that meet and which of them began and ended
// since the last step. Queries see the present boxes, stepped or not.
//
// Sleep: a sleeping body is found by others and tests nothing; its pairs with bodies at rest go on.
// It wakes when its box or filter changes. A body that was changed since the last step is tested
// once more before it goes to rest, so events are exact whenever it is put to sleep.
//
// Nothing that is answered depends on the broad phase, on which index holds a body, or on the order
// of its items: pairs and events ascend by (a, b), query results by id or by distance, then id.
//
// Layout: bodies.hpp (state by id), sides.hpp (three indices), choice.hpp (which kind they are),
// queries.hpp, and pair_events.hpp (pairs of the last step); Phase is a type as in
// broad_phase.hpp. Cost of a step: the pair search of the moving bodies, and sorts of the pairs by
// radix; O(1) when nothing has changed. Snapshots: little endian, as core/serialize.hpp has it.
// They hold the bodies, the pairs of the last step and what changed since then, so a restored world
// goes on as the saved one did.
#pragma once

#include <utility>

#include "sapwood/world/choice.hpp"
#include "sapwood/world/pair_events.hpp"
#include "sapwood/world/queries.hpp"

namespace sapwood {

// Begins the payload of a snapshot.
struct SnapshotPrelude {
  u32 tag;
  u32 dimensions;
  u32 pairs;
  u32 pair_bytes;  // at the end
};

template <int Dim, class Phase>
requires world::BroadPhase<Phase, Dim>
class World {
 public:
  static constexpr int kDim = Dim;
  using Box = Aabb<Dim>;
  using Layer = world::Layer;
  using Wanted = world::Wanted;

  // Before everything else; false without memory. The budget limits the bodies that a step takes to
  // rest, the others are tested until then; and so how many may be moving when another kind is
  // tried.
  [[nodiscard]] bool start(const world::Setup& setup) {
    choice_ = world::Choice(setup);
    return sides_.start(choice_.current().kind, setup.resting);
  }
  // Reserves memory for that many bodies, so that bounds() stay where they are until there are
  // more. False without memory.
  [[nodiscard]] bool reserve(u32 count) { return bodies_.reserve_bodies(count); }
  // Kind of the broad phase that the moving bodies are in now.
  u32 kind() const { return choice_.current().kind; }

  u32 size() const { return bodies_.size(); }
  bool has(Id id) const { return bodies_.has(id); }
  const world::Bodies<Dim>& bodies() const { return bodies_; }
  // The caller's boxes, by id below bodies().end(): write there and touch(). add() may move them.
  Box* bounds() { return bodies_.bounds(); }
  size_t byte_length() const {
    return bodies_.byte_length() + sides_.byte_length() + events_.byte_length() +
           loaded_.byte_length() + loaded_events_.byte_length() + bytes_.byte_length() +
           found_.byte_length() + keyed_.byte_length();
  }
  // Of the last step or query; who asks several at once writes their results together.
  QueryCounters& counters() { return counters_; }

  // The box is valid; ids are live. A body that is new, or whose box or filter changes, is awake.
  // Answers the id, or kNone without memory.
  Id add(const Box& box, const Filter& filter, Layer layer) {
    return bodies_.add(box, filter, layer);
  }
  void remove(Id id) { bodies_.remove(id); }
  void touch(Id id) { bodies_.touch(id); }
  void touch_all() {
    for (Id id = bodies_.next(0); id != kNone; id = bodies_.next(id + 1)) bodies_.touch(id);
  }
  void move(Id id, const Box& box) { bodies_.set_bounds(id, box); }
  void set_filter(Id id, const Filter& filter) { bodies_.set_filter(id, filter); }
  void set_layer(Id id, Layer layer) { bodies_.set_layer(id, layer); }
  void set_asleep(Id id, bool asleep) { bodies_.set_asleep(id, asleep); }

  // Takes the touched bounds for the boxes: to be called before each of the verbs below, which see
  // nothing else. When a body's bounds are invalid nothing happens and its id is the answer, else
  // kNone.
  Id take_up() {
    counters_ = {};
    return bodies_.take_up();
  }

  // Finds what meets. False without memory; then nothing has happened.
  [[nodiscard]] bool step() {
    if (!sides_.settle(bodies_, choice_.budget())) return false;
    if (bodies_.changed().empty()) {
      events_.forget_events();
    } else {
      const auto rests = [&](Id id) {
        return !bodies_.any(id, world::kChanged | world::kReplaced) &&
               sides_.side(id) != world::kMoving;
      };
      const auto replaced = [&](Id id) { return bodies_.any(id, world::kReplaced); };
      if (!search() || !events_.finish(rests, replaced)) return false;
      bodies_.forget_changes();
      if (choice_.note(sides_.phase(world::kMoving).size())) try_another_kind();
    }
    bodies_.note_step();
    counters_.results = events_.pairs().size();
    return true;
  }
  // Of the last step; a restored world has the pairs of the saved one, and no events.
  const Array<IdPair>& pairs() const { return events_.pairs(); }
  const Array<IdPair>& begins() const { return events_.begins(); }
  // A removed body's pairs end. Where its id was given away again a pair may end and begin at once.
  const Array<IdPair>& ends() const { return events_.ends(); }

  // Brings the indices up to date; bodies that were put to sleep wait for the next step.
  [[nodiscard]] bool settle() { return is_held_ || sides_.settle(bodies_, 0); }
  // Whether the indices are to stay as they are: for a search whose visitor may query the world,
  // between settle() and the end of it. Answers what it was before.
  bool hold(bool held) { return std::exchange(is_held_, held); }

  // Queries are valid. False without memory.
  bool query_box(const Box& box, const Wanted& wanted, Array<Id>& found) {
    return settle() && queries().box(box, wanted, found);
  }
  // What a volume hits, in any order, until the sink has enough. Unlike the others it wants
  // settle() to be called before, and so touches nothing but the sink.
  Status find_volume(const VolumeQuery<Dim>& volume, const Wanted& wanted, IdSink& sink) {
    return queries().volume(volume, wanted, sink);
  }
  bool query_sphere(const Point<Dim>& center, f32 radius, const Wanted& wanted, Array<Id>& found) {
    return settle() && queries().sphere(center, radius, wanted, found);
  }
  // In any order, or front to back.
  bool query_frustum(const FrustumSearch& search, const Wanted& wanted,
                     Array<Id>& found) requires(Dim == 3) {
    return settle() && queries().frustum(search, wanted, found, keyed_);
  }
  // Keys of hits are distances.
  bool raycast(const Ray<Dim>& ray, const Wanted& wanted, Array<KeyedId>& hits) {
    return settle() && queries().raycast(ray, wanted, found_, hits);
  }
  bool raycast_all(const Ray<Dim>& ray, const Wanted& wanted, Array<KeyedId>& hits) {
    return settle() && queries().raycast_all(ray, wanted, found_, hits);
  }
  bool nearest(const Point<Dim>& point, const world::NearestSearch& search, const Wanted& wanted,
               Array<KeyedId>& hits) {
    return settle() && queries().nearest(point, search, wanted, found_, hits);
  }

  // Subtracts a vector from all boxes. False, and nothing changes, when one of them would leave the
  // range of coordinates.
  [[nodiscard]] bool shift_origin(const Point<Dim>& by) { return bodies_.shift(by); }

  // Writes a snapshot, in place of what the array has. False without memory.
  [[nodiscard]] bool save(Array<u8>& bytes) {
    if (!events_.save(bytes_)) return false;
    ByteWriter writer(bytes);
    writer.value(SnapshotPrelude{kSnapshotTag, Dim, static_cast<u32>(pairs().size()),
                                 static_cast<u32>(bytes_.size())});
    bodies_.save(writer);
    writer.words(bytes_.data(), bytes_.size());
    return writer.finish().ok();
  }
  // Reads a snapshot for assume(); kBadData when save() did not write it. The world stays as it is.
  StatusCode load(const u8* bytes, size_t length) {
    ByteReader reader(bytes, length);
    SnapshotPrelude prelude;
    reader.value(prelude);
    reader.require(prelude.tag == kSnapshotTag && prelude.dimensions == Dim);
    if (reader.ok()) loaded_.load(reader);
    reader.require(reader.left() == prelude.pair_bytes);
    if (reader.ok()) reader.require_memory(bytes_.resize(prelude.pair_bytes));
    reader.words(bytes_.data(), reader.ok() ? prelude.pair_bytes : 0);
    bool sound = reader.ok();
    if (sound)
      reader.require_memory(loaded_events_.load(bytes_, prelude.pairs, loaded_.end(), sound));
    for (size_t i = 0; sound && i < loaded_events_.pairs().size(); ++i) {
      const IdPair& pair = loaded_events_.pairs()[i];
      sound = loaded_.is_known(pair.a) && loaded_.is_known(pair.b);
    }
    reader.require(sound);
    return reader.status().code;
  }
  // The bodies that a successful load() has read.
  const world::Bodies<Dim>& loaded() const { return loaded_; }
  // Takes the state that the last load() has read; it was successful, and nothing was done since.
  // `strangers` are the live ids whose body is not the one that had the id last. False without
  // memory; then nothing changes.
  [[nodiscard]] bool assume(Array<Id>& strangers) {
    if (!bodies_.assume(loaded_, strangers)) return false;
    events_.assume(loaded_events_);
    return true;
  }

 private:
  static constexpr u32 kSnapshotTag = 0x326C7277u;  // "wrl2"

  world::Queries<Dim, Phase> queries() { return {bodies_, sides_, counters_}; }

  // All pairs with a body that is not at rest.
  bool search() {
    events_.start();
    return search_moving(sides_.phase(world::kMoving), true, counters_) && meet_sleepers();
  }
  // Pairs of an index of the moving bodies, with each other and with those at rest; or only the
  // work that it is to find them.
  bool search_moving(Phase& moving, bool takes, QueryCounters& work) {
    for (u32 side = 0; side < world::kSides && moving.size() != 0; ++side) {
      Phase& other = sides_.phase(side);
      if (other.size() == 0) continue;
      if (!(side == world::kMoving ? moving.pairs() : moving.pairs_with(other))) return false;
      count(moving, work);
      const Array<Id>& items = moving.ids();
      if (!takes) continue;
      if (!events_.reserve(items.size() / 2)) return false;
      for (size_t i = 0; i + 1 < items.size(); i += 2) {
        events_.add(sides_.body(world::kMoving, items[i]), sides_.body(side, items[i + 1]));
      }
    }
    return true;
  }
  // Static bodies that are new or have changed, with those that sleep.
  bool meet_sleepers() {
    Phase& sleeping = sides_.phase(world::kSleeping);
    if (sleeping.size() == 0) return true;
    for (const Id id : bodies_.changed()) {
      if (!has(id) || !bodies_.is_static(id)) continue;
      if (!sleeping.query_box(bodies_.box(id), bodies_.filter(id)) ||
          !events_.reserve(sleeping.ids().size())) {
        return false;
      }
      count(sleeping, counters_);
      for (const Id item : sleeping.ids()) events_.add(id, sides_.body(world::kSleeping, item));
    }
    return true;
  }
  static void count(const Phase& phase, QueryCounters& work) {
    work.node_visits += phase.counters().node_visits;
    work.item_tests += phase.counters().item_tests;
  }
  // Without memory for it nothing is tried.
  void try_another_kind() {
    Phase challenger;
    QueryCounters work;
    const u32 bodies = sides_.phase(world::kMoving).size();
    if (sides_.make_challenger(bodies_, choice_.tried().kind, challenger) &&
        search_moving(challenger, false, work) && choice_.is_better(bodies, counters_, work)) {
      sides_.take_over(challenger);
      choice_.take();
    }
  }

  world::Bodies<Dim> bodies_;
  world::Sides<Dim, Phase> sides_;
  world::PairEvents events_;
  world::Bodies<Dim> loaded_;        // of a snapshot that is read
  world::PairEvents loaded_events_;  // likewise
  Array<u8> bytes_;                  // of pairs in a snapshot
  Array<Id> found_;
  Array<KeyedId> keyed_;
  QueryCounters counters_;
  world::Choice choice_;
  bool is_held_ = false;
};

}  // namespace sapwood
