// Queries of a world. A query searches all indices that may contain matching bodies and merges the
// results by body id. Results therefore do not depend on which index contains a body, or on the
// order of items in an index.
//
// Every query returns false if allocation fails. Distances are computed again from the boxes of the
// bodies. If an index breaks ties by its own item ids, all bodies at the same distance are
// requested, and the bodies with the smallest ids are kept.
#pragma once

#include "sapwood/core/queries.hpp"
#include "sapwood/world/partitions.hpp"

namespace sapwood::world {

struct NearestSearch {
  u32 k;
  f32 max_distance;
};

struct BodyFilter {
  Filter filter = Filter::any();
  u32 layers = kAllLayers;
};

template <int Dim, class Phase>
class Queries {
 public:
  Queries(const Bodies<Dim>& bodies, Partitions<Dim, Phase>& partitions, QueryCounters& counters)
      : bodies_(bodies), partitions_(partitions), counters_(counters) {}

  // Finds the bodies that overlap a box, in ascending order of id.
  bool box(const Aabb<Dim>& box, const BodyFilter& accepted, Array<Id>& found) {
    const auto look = [&](Phase& phase) { return phase.query_box(box, accepted.filter); };
    return gather(accepted, found, look) && finish_ids(found);
  }
  // Passes the bodies in a volume to the sink, in any order, until the sink stops the query.
  Status volume(const VolumeQuery<Dim>& volume, const BodyFilter& accepted, IdSink& sink) {
    Status status = Status::success();
    bool continues = true;
    for (u32 partition = 0; partition < kPartitions && continues && status.ok(); ++partition) {
      if (!may_contain(partition, accepted)) continue;
      auto take = [&](Id item) {
        const Id id = partitions_.body(partition, item);
        if ((accepted.layers & layer_bit(bodies_.layer(id))) == 0) return true;
        ++counters_.results;
        continues = sink.accept(id);
        return continues;
      };
      Phase& phase = partitions_.phase(partition);
      Array<u32> none;
      IdSink bodies = visiting_sink(none, take);
      const QueryCounters before = phase.counters();
      status = phase.find_volume(volume, accepted.filter, bodies);
      counters_.node_visits += phase.counters().node_visits - before.node_visits;
      counters_.item_tests += phase.counters().item_tests - before.item_tests;
    }
    return sink.failed ? Status::out_of_memory() : status;
  }
  bool sphere(const Point<Dim>& center, f32 radius, const BodyFilter& accepted, Array<Id>& found) {
    return within(center, radius, accepted, found) && finish_ids(found);
  }
  // Finds the bodies in a frustum, in ascending order of id, or by distance from the eye to the
  // box, then id. Returns only the first search.limit bodies in this order.
  bool frustum(const FrustumSearch& search, const BodyFilter& accepted, Array<Id>& found,
               Array<KeyedId>& keyed) {
    const bool by_distance = search.order == FrustumOrder::kFrontToBack;
    const auto measure = [&](const Aabb<Dim>& box, f64& key) {
      key = by_distance ? distance_squared(box, search.eye) : 0;
      return true;
    };
    const auto look = [&](Phase& phase) {
      return phase.query_frustum(search.frustum, accepted.filter);
    };
    if (!gather(accepted, found, look) || !compute_keys(found, keyed, measure)) return false;
    found.truncate(search.limit < keyed.size() ? search.limit : keyed.size());
    for (size_t i = 0; i < found.size(); ++i) found[i] = keyed[i].id;
    counters_.results = found.size();
    return true;
  }

  // Finds all bodies that the ray hits, sorted by distance, then id.
  bool raycast_all(const Ray<Dim>& ray, const BodyFilter& accepted, Array<Id>& found,
                   Array<KeyedId>& hits) {
    const RayQuery<Dim> query(ray);
    const auto cast = [&](Phase& phase) { return phase.raycast_all(ray, accepted.filter); };
    const auto measure = [&](const Aabb<Dim>& box, f64& key) { return query.measure(box, key); };
    return gather(accepted, found, cast) && compute_keys(found, hits, measure) &&
           finish_hits(hits, kNone);
  }
  // Finds the first hit of raycast_all(). If possible, the closest hits of the indices are found
  // first and shorten the ray.
  bool raycast(Ray<Dim> ray, const BodyFilter& accepted, Array<Id>& found, Array<KeyedId>& hits) {
    if (!accepts_part_of_moving(accepted)) {
      const auto cast = [&](Phase& phase) { return phase.raycast(ray, accepted.filter); };
      if (!gather(accepted, found, cast)) return false;
      const RayQuery<Dim> query(ray);
      for (const Id id : found) {
        f64 distance = HUGE_VAL;
        query.measure(bodies_.box(id), distance);
        const f32 reach = rounded_up(distance);
        ray.max_distance = reach < ray.max_distance ? reach : ray.max_distance;
      }
      hits.clear();
      if (found.empty()) return finish_hits(hits, 1);
    }
    return raycast_all(ray, accepted, found, hits) && finish_hits(hits, 1);
  }

  // Finds the k nearest bodies, sorted by distance, then id. The keys of `nearest` are distances.
  bool nearest(const Point<Dim>& point, const NearestSearch& search, const BodyFilter& accepted,
               Array<Id>& found, Array<KeyedId>& nearest) {
    const u32 size = bodies_.size();
    const u32 k = search.k < size ? search.k : size;
    const auto measure = [&](const Aabb<Dim>& box, f64& key) {
      key = distance_squared(box, point);
      return true;
    };
    bool complete = false;
    nearest.clear();
    for (u32 requested = k; k != 0; requested = requested > size / 2 ? size : 2 * requested) {
      complete = requested == size;
      const auto query_phase = [&](Phase& phase) {
        return phase.nearest(point, requested, search.max_distance, accepted.filter);
      };
      // an index that returns fewer bodies than requested has no other matching bodies
      if (!gather(accepted, found, query_phase)) return false;
      complete = complete || most_of_one_ < requested;
      if (complete || found.size() >= k) break;
    }
    if (k != 0 && !compute_keys(found, nearest, measure)) return false;
    if (!complete && k != 0) {
      // search again up to the distance of the k-th body, because an index may have omitted other
      // bodies at this distance
      const f32 reach = rounded_up_root(nearest[k - 1].key);
      if (!within(point, reach, accepted, found) || !compute_keys(found, nearest, measure))
        return false;
    }
    for (KeyedId& entry : nearest) entry.key = std::sqrt(entry.key);
    return finish_hits(nearest, k);
  }

 private:
  static constexpr u32 kMovingLayers = layer_bit(Layer::kDynamic) | layer_bit(Layer::kSensor);

  // Returns true if the index may contain bodies of the requested layers.
  bool may_contain(u32 partition, const BodyFilter& accepted) {
    const u32 here = partition == kStatic ? layer_bit(Layer::kStatic) : kMovingLayers;
    return (accepted.layers & here) != 0 && partitions_.phase(partition).size() != 0;
  }
  // Returns true if exactly one of the two layers of bodies that are not static is accepted.
  static bool accepts_part_of_moving(const BodyFilter& accepted) {
    const u32 moving = accepted.layers & kMovingLayers;
    return moving != 0 && moving != kMovingLayers;
  }

  // Collects the results of the indices, in any order. The loop is compiled once for all queries.
  template <class PhaseQuery>
  bool gather(const BodyFilter& accepted, Array<Id>& found, const PhaseQuery& query_phase) {
    return gather(accepted, found, &query_phase, [](const void* context, Phase& phase) {
      return (*static_cast<const PhaseQuery*>(context))(phase);
    });
  }
  [[gnu::noinline]] bool gather(const BodyFilter& accepted, Array<Id>& found, const void* context,
                                bool (*query_phase)(const void* context, Phase& phase)) {
    found.clear();
    most_of_one_ = 0;
    for (u32 partition = 0; partition < kPartitions; ++partition) {
      if (!may_contain(partition, accepted)) continue;
      if (!query_phase(context, partitions_.phase(partition)) ||
          !append(partition, accepted.layers, found))
        return false;
    }
    return true;
  }
  bool append(u32 partition, u32 layers, Array<Id>& found) {
    const Phase& phase = partitions_.phase(partition);
    const Array<Id>& items = phase.ids();
    counters_.node_visits += phase.counters().node_visits;
    counters_.item_tests += phase.counters().item_tests;
    if (items.size() > most_of_one_) most_of_one_ = items.size();
    if (!found.reserve_more(items.size())) return false;
    for (const Id item : items) {
      const Id id = partitions_.body(partition, item);
      if ((layers & layer_bit(bodies_.layer(id))) != 0) found.push_unchecked(id);
    }
    return true;
  }
  [[gnu::noinline]] bool within(const Point<Dim>& center, f32 radius, const BodyFilter& accepted,
                                Array<Id>& found) {
    return gather(accepted, found, [&](Phase& phase) {
      return phase.query_sphere(center, radius, accepted.filter);
    });
  }

  // Computes the key of each body by measure(box, key) and sorts by key. Omits bodies for which
  // measure() returns false.
  template <class Measure>
  bool compute_keys(const Array<Id>& found, Array<KeyedId>& keyed, const Measure& measure) {
    return compute_keys(found, keyed, &measure,
                        [](const void* context, const Aabb<Dim>& box, f64& key) {
                          return (*static_cast<const Measure*>(context))(box, key);
                        });
  }
  [[gnu::noinline]] bool compute_keys(const Array<Id>& found, Array<KeyedId>& keyed,
                                      const void* context,
                                      bool (*measure)(const void*, const Aabb<Dim>&, f64&)) {
    keyed.clear();
    if (!keyed.reserve(found.size())) return false;
    for (const Id id : found) {
      KeyedId entry{0, id};
      if (measure(context, bodies_.box(id), entry.key)) keyed.push_unchecked(entry);
    }
    sort(keyed.begin(), keyed.end());
    return true;
  }
  bool finish_ids(Array<Id>& found) {
    sort(found.begin(), found.end());
    counters_.results = found.size();
    return true;
  }
  bool finish_hits(Array<KeyedId>& hits, u32 most) {
    if (hits.size() > most) hits.truncate(most);
    counters_.results = hits.size();
    return true;
  }

  // Returns the smallest float32 that is not below a distance.
  static f32 rounded_up(f64 distance) {
    const f32 near = static_cast<f32>(distance);
    return static_cast<f64>(near) < distance ? above(near) : near;
  }
  // Returns a float32 whose square is not below the argument.
  static f32 rounded_up_root(f64 squared) {
    f32 root = static_cast<f32>(std::sqrt(squared));
    while (static_cast<f64>(root) * static_cast<f64>(root) < squared) root = above(root);
    return root;
  }
  static f32 above(f32 positive) { return std::bit_cast<f32>(std::bit_cast<u32>(positive) + 1); }

  const Bodies<Dim>& bodies_;
  Partitions<Dim, Phase>& partitions_;
  QueryCounters& counters_;
  size_t most_of_one_ = 0;  // largest result of one index, in the last gather()
};

}  // namespace sapwood::world
