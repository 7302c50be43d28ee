/// @file World: bodies that are added, removed, moved and put to sleep, with begin and end events
/// of their pairs. It corresponds to the broad phase of a physics engine.
///
/// Two bodies meet if their boxes overlap (touching counts), the category of each is in the mask of
/// the other, and at least one is not static. step() finds the pairs that meet, and the pairs that
/// began or ended since the last step. Queries use the current boxes, also between steps.
///
/// A sleeping body is found by other bodies, but does not search for pairs itself. Its pairs with
/// other resting bodies persist. It wakes when its box or filter changes. A body that changed since
/// the last step is tested once more before it counts as resting, so events are exact.
///
/// Results do not depend on the broad phase or on the index that contains a body. Pairs and events
/// are sorted by (a, b). Query results are sorted by id, or by distance, then id.
///
/// Layout: bodies.hpp (state by id), partitions.hpp (three indices), broad_phase_selector.hpp,
/// queries.hpp, and pair_events.hpp (pairs of the last step). Phase is a broad-phase type, see
/// broad_phase.hpp. Cost of a step: the pair search of the moving bodies, and radix sorts of the
/// pairs; O(1) if nothing has changed.
///
/// Snapshots are little endian (see core/serialize.hpp). They contain the bodies, the pairs of the
/// last step, and the changes since then, so a restored world continues like the saved world.
#pragma once

#include <utility>

#include "sapwood/world/broad_phase_selector.hpp"
#include "sapwood/world/pair_events.hpp"
#include "sapwood/world/queries.hpp"

namespace sapwood {

/// First fields of the payload of a snapshot.
struct SnapshotPrelude {
  u32 tag;
  u32 dimensions;
  u32 pairs;
  u32 pair_bytes;  ///< Bytes of the pairs, at the end of the payload.
};

/// Bodies with layers, sleep, and pair events.
template <int Dim, class Phase>
requires world::BroadPhase<Phase, Dim>
class World {
 public:
  /// Number of dimensions, 2 or 3.
  static constexpr int kDim = Dim;
  /// Box of a body.
  using Box = Aabb<Dim>;
  /// Layer of a body: dynamic, static or sensor.
  using Layer = world::Layer;
  /// Layers and filter of a query.
  using BodyFilter = world::BodyFilter;

  /// Initializes the world. Must be called first. Returns false if out of memory. setup.budget
  /// limits the number of bodies that one step moves to the index of sleeping bodies. Bodies beyond
  /// this limit are tested as moving bodies until a later step moves them. Another broad phase is
  /// tried only if the number of moving bodies is within the budget.
  [[nodiscard]] bool start(const world::Setup& setup) {
    selector_ = world::BroadPhaseSelector(setup);
    return partitions_.start(selector_.current().kind, setup.resting);
  }
  /// Reserves memory for `count` bodies, so that the array of bounds() does not move until there
  /// are more bodies. Returns false if out of memory.
  [[nodiscard]] bool reserve(u32 count) { return bodies_.reserve_bodies(count); }
  /// Returns the current broad phase of the moving bodies.
  u32 kind() const { return selector_.current().kind; }

  /// Returns the number of bodies.
  u32 size() const { return bodies_.size(); }
  /// Returns true if the id is live.
  bool has(Id id) const { return bodies_.has(id); }
  /// Returns the state of the bodies by id.
  const world::Bodies<Dim>& bodies() const { return bodies_; }
  /// Returns the array of bounds, indexed by id, with bodies().end() elements. To move a body,
  /// write its bounds, then call touch(). add() can move the array.
  Box* bounds() { return bodies_.bounds(); }
  /// Returns the memory in use, in bytes.
  size_t byte_length() const {
    return bodies_.byte_length() + partitions_.byte_length() + events_.byte_length() +
           loaded_.byte_length() + loaded_events_.byte_length() + bytes_.byte_length() +
           found_.byte_length() + keyed_.byte_length();
  }
  /// Releases unneeded memory, including memory from reserve(). The state of each id that was
  /// ever in use is kept. Can move the array of bounds(). A snapshot that was loaded must be loaded
  /// again before adopt(). Must not be called during a search.
  [[gnu::cold, gnu::noinline]] void shrink() {
    bodies_.shrink();
    release_unneeded();
  }
  /// Returns the counters of the last step or query. Batch functions sum the counters of their
  /// queries here.
  QueryCounters& counters() { return counters_; }

  /// Adds an awake body with a valid box. Returns its id, or kNone if out of memory.
  Id add(const Box& box, const Filter& filter, Layer layer) {
    const Id id = bodies_.add(box, filter, layer);
    if (id == kNone) bodies_.shrink();
    return id;
  }
  /// Removes a body. Its pairs end in the next step.
  void remove(Id id) { bodies_.remove(id); }
  /// Marks the bounds of a body as changed by the caller.
  void touch(Id id) { bodies_.touch(id); }
  /// Marks the bounds of all bodies as changed.
  void touch_all() {
    for (Id id = bodies_.next(0); id != kNone; id = bodies_.next(id + 1)) bodies_.touch(id);
  }
  /// Sets the box of a body.
  void move(Id id, const Box& box) { bodies_.set_bounds(id, box); }
  /// Sets the filter of a body.
  void set_filter(Id id, const Filter& filter) { bodies_.set_filter(id, filter); }
  /// Sets the layer of a body. Wakes the body if its layer changes.
  void set_layer(Id id, Layer layer) { bodies_.set_layer(id, layer); }
  /// Puts a body to sleep, or wakes it.
  void set_asleep(Id id, bool asleep) { bodies_.set_asleep(id, asleep); }

  /// Copies the touched bounds to the boxes of the bodies. Must be called before each of the
  /// functions below. If the bounds of a body are invalid, changes nothing and returns the id of
  /// the body, otherwise kNone.
  Id apply_bounds() {
    counters_ = {};
    return bodies_.apply_bounds();
  }

  /// Finds the pairs that meet, and the pairs that began or ended. Returns false, and changes
  /// nothing, if out of memory.
  [[nodiscard]] bool step() {
    const bool done = try_step();
    if (!done) release_unneeded();
    return done;
  }
  /// Returns the pairs of the last step. A restored world has the pairs of the saved world, and no
  /// events.
  const Array<IdPair>& pairs() const { return events_.pairs(); }
  /// Returns the pairs that began in the last step.
  const Array<IdPair>& begins() const { return events_.begins(); }
  /// Returns the pairs that ended in the last step, including pairs of removed bodies. If the id of
  /// a removed body was used again, a pair can end and begin in one step.
  const Array<IdPair>& ends() const { return events_.ends(); }

  /// Updates the indices. Bodies that were put to sleep stay in the index of moving bodies until
  /// the next step. Returns false if out of memory.
  [[nodiscard]] bool flush() {
    if (changes_forbidden_ || partitions_.flush(bodies_, 0)) return true;
    release_unneeded();
    return false;
  }
  /// Sets whether changes of the indices are forbidden, and returns the previous value. A search
  /// whose visitor can query the world forbids changes from flush() to the end of the search.
  bool forbid_changes(bool forbidden) { return std::exchange(changes_forbidden_, forbidden); }

  /// Finds the bodies that overlap a valid box, in ascending order of id. Replaces `found`. Returns
  /// false if out of memory.
  bool query_box(const Box& box, const BodyFilter& accepted, Array<Id>& found) {
    return flush() && queries().box(box, accepted, found);
  }
  /// Reports the bodies in a volume, in any order, until the sink stops the search. Requires
  /// flush(). Changes nothing except the sink.
  Status find_volume(const VolumeQuery<Dim>& volume, const BodyFilter& accepted, IdSink& sink) {
    return queries().volume(volume, accepted, sink);
  }
  /// Finds the bodies within `radius` world units (>= 0) of a point, boundary included, in
  /// ascending order of id. Replaces `found`. Returns false if out of memory.
  bool query_sphere(const Point<Dim>& center, f32 radius, const BodyFilter& accepted,
                    Array<Id>& found) {
    return flush() && queries().sphere(center, radius, accepted, found);
  }
  /// Finds the bodies in a frustum, in ascending order of id or front to back, up to the limit of
  /// the search. Replaces `found`. Returns false if out of memory.
  bool query_frustum(const FrustumSearch& search, const BodyFilter& accepted,
                     Array<Id>& found) requires(Dim == 3) {
    return flush() && queries().frustum(search, accepted, found, keyed_);
  }
  /// Finds the closest body along a valid ray, or the body with the smallest id if several are
  /// equally close. Replaces `hits` by at most one entry, whose key is the distance in world units.
  /// Returns false if out of memory.
  bool raycast(const Ray<Dim>& ray, const BodyFilter& accepted, Array<KeyedId>& hits) {
    return flush() && queries().raycast(ray, accepted, found_, hits);
  }
  /// Finds all bodies along a valid ray, sorted by distance, then id. Replaces `hits`; keys are
  /// distances in world units. Returns false if out of memory.
  bool raycast_all(const Ray<Dim>& ray, const BodyFilter& accepted, Array<KeyedId>& hits) {
    return flush() && queries().raycast_all(ray, accepted, found_, hits);
  }
  /// Finds the bodies nearest to a point, sorted by distance to the box, then id. Replaces `hits`;
  /// keys are distances in world units. Returns false if out of memory.
  bool nearest(const Point<Dim>& point, const world::NearestSearch& search,
               const BodyFilter& accepted, Array<KeyedId>& hits) {
    return flush() && queries().nearest(point, search, accepted, found_, hits);
  }

  /// Subtracts a vector from all boxes. Returns false, and changes nothing, if a box would leave
  /// the range of coordinates.
  [[nodiscard]] bool shift_origin(const Point<Dim>& by) { return bodies_.shift(by); }

  /// Replaces the content of `bytes` by a snapshot. Returns false if out of memory.
  [[nodiscard]] bool save(Array<u8>& bytes) {
    if (!events_.save(bytes_)) return false;
    ByteWriter writer(bytes);
    writer.value(SnapshotPrelude{kSnapshotTag, Dim, static_cast<u32>(pairs().size()),
                                 static_cast<u32>(bytes_.size())});
    bodies_.save(writer);
    writer.words(bytes_.data(), bytes_.size());
    return writer.finish().ok();
  }
  /// Reads a snapshot for adopt(). Returns kBadData if save() did not write it. The world does not
  /// change.
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
  /// Returns the bodies of the last successful load().
  const world::Bodies<Dim>& loaded() const { return loaded_; }
  /// Replaces the state of the world by the snapshot of the last load(). That load() must have
  /// succeeded, and the world must not have changed since. `replaced_ids` receives the live ids
  /// whose loaded body is not the body that last had this id in this world. Returns false, and
  /// changes nothing, if out of memory.
  [[nodiscard]] bool adopt(Array<Id>& replaced_ids) {
    if (!bodies_.adopt(loaded_, replaced_ids)) return false;
    events_.adopt(loaded_events_);
    return true;
  }

 private:
  static constexpr u32 kSnapshotTag = 0x326C7277u;  // "wrl2"

  // Releases all unneeded memory, except the memory of the bodies.
  void release_unneeded() {
    partitions_.shrink();
    events_.shrink();
    loaded_ = {};
    loaded_events_ = {};
    bytes_.release();
    found_.release();
    keyed_.release();
  }

  bool try_step() {
    if (!partitions_.flush(bodies_, selector_.budget())) return false;
    if (bodies_.changed().empty()) {
      events_.forget_events();
    } else {
      const auto rests = [&](Id id) {
        return !bodies_.any(id, world::kChanged | world::kReplaced) &&
               partitions_.partition(id) != world::kMoving;
      };
      const auto replaced = [&](Id id) { return bodies_.any(id, world::kReplaced); };
      if (!search() || !events_.finish(rests, replaced)) return false;
      bodies_.forget_changes();
      if (selector_.record_search(partitions_.phase(world::kMoving).size())) try_another_kind();
    }
    bodies_.record_step();
    counters_.results = events_.pairs().size();
    return true;
  }

  world::Queries<Dim, Phase> queries() { return {bodies_, partitions_, counters_}; }

  /// Finds all pairs in which at least one body is not at rest.
  bool search() {
    events_.start();
    return search_moving(partitions_.phase(world::kMoving), true, counters_) &&
           find_pairs_with_sleepers();
  }
  // Finds the pairs of the bodies in `moving`, an index of the moving bodies, with each other and
  // with bodies at rest. Adds the counters of the search to `work`. Stores the pairs if `stores` is
  // true.
  bool search_moving(Phase& moving, bool stores, QueryCounters& work) {
    for (u32 partition = 0; partition < world::kPartitions && moving.size() != 0; ++partition) {
      Phase& other = partitions_.phase(partition);
      if (other.size() == 0) continue;
      if (!(partition == world::kMoving ? moving.pairs() : moving.pairs_with(other))) return false;
      count(moving, work);
      const Array<Id>& items = moving.ids();
      if (!stores) continue;
      if (!events_.reserve(items.size() / 2)) return false;
      for (size_t i = 0; i + 1 < items.size(); i += 2) {
        events_.add(partitions_.body(world::kMoving, items[i]),
                    partitions_.body(partition, items[i + 1]));
      }
    }
    return true;
  }
  /// Finds the pairs of new or changed static bodies with sleeping bodies.
  bool find_pairs_with_sleepers() {
    Phase& sleeping = partitions_.phase(world::kSleeping);
    if (sleeping.size() == 0) return true;
    for (const Id id : bodies_.changed()) {
      if (!has(id) || !bodies_.is_static(id)) continue;
      if (!sleeping.query_box(bodies_.box(id), bodies_.filter(id)) ||
          !events_.reserve(sleeping.ids().size())) {
        return false;
      }
      count(sleeping, counters_);
      for (const Id item : sleeping.ids())
        events_.add(id, partitions_.body(world::kSleeping, item));
    }
    return true;
  }
  static void count(const Phase& phase, QueryCounters& work) {
    work.node_visits += phase.counters().node_visits;
    work.item_tests += phase.counters().item_tests;
  }
  // Tries another kind of broad phase, and uses that kind if it is better. If allocation fails, the
  // current kind stays in use.
  void try_another_kind() {
    Phase trial;
    QueryCounters work;
    const u32 bodies = partitions_.phase(world::kMoving).size();
    if (partitions_.build_trial(bodies_, selector_.tried().kind, trial) &&
        search_moving(trial, false, work) && selector_.is_better(bodies, counters_, work)) {
      partitions_.adopt_trial(trial);
      selector_.adopt_tried();
    }
  }

  world::Bodies<Dim> bodies_;
  world::Partitions<Dim, Phase> partitions_;
  world::PairEvents events_;
  world::Bodies<Dim> loaded_;        // bodies of the loaded snapshot
  world::PairEvents loaded_events_;  // pairs of the loaded snapshot
  Array<u8> bytes_;                  // encoded pairs of a snapshot
  Array<Id> found_;
  Array<KeyedId> keyed_;
  QueryCounters counters_;
  world::BroadPhaseSelector selector_;
  bool changes_forbidden_ = false;
};

}  // namespace sapwood
