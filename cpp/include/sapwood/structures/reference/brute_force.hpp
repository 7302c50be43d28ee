/// @file Brute force: tests every item against every query, and every pair of items.
///
/// It is the reference in the tests, and a good choice for small n: one SIMD operation tests four
/// boxes, and changes are O(1). Cost: n item tests per query, n (n - 1) / 2 for all pairs.
///
/// Layout: packets of four boxes by id (64 bytes in 2D, 96 in 3D). The box of a free id is
/// inverted, so no test accepts it. Invariant: lane id % 4 of packet id / 4 contains the stored box
/// of a live id.
#pragma once

#include <bit>

#include "sapwood/core/concepts.hpp"
#include "sapwood/core/item_operations.hpp"
#include "sapwood/core/shrink.hpp"

namespace sapwood {

/// Options of brute force. There are none.
struct BruteForceOptions {
  template <class V>
  void describe(V&) {}
};

/// Index without a hierarchy, for small sets and as a reference.
/// @see SpatialStructure, Dynamic, Traversable, Pairable, Serializable
template <int Dim>
class BruteForce : public ItemOperations<BruteForce<Dim>, Dim> {
 public:
  static constexpr const char* kId = "brute-force";
  static constexpr int kDim = Dim;
  static constexpr bool kValidatesOnLoad = true;
  using Options = BruteForceOptions;
  using Box = Aabb<Dim>;

  /// Creates an empty index.
  explicit BruteForce(const Options& = {}) {}

  /// Returns the options.
  Options options() const { return {}; }
  /// Releases unneeded memory.
  [[gnu::cold, gnu::noinline]] void shrink() {
    items_.shrink();
    packets_.shrink_to(packets_for(items_.id_end()));
  }
  /// Returns the memory in use, in bytes.
  size_t byte_length() const { return items_.byte_length() + packets_.byte_length(); }

  /// Replaces all items. Item i receives id i and boxes[i].
  Status build(const Box* boxes, u32 count) {
    if (!items_.reserve(count) || !packets_.reserve(packets_for(count))) {
      return out_of_memory(*this);
    }
    items_.assign(boxes, count);
    packets_.clear();
    for (Id id = 0; id < count; ++id) place(id);
    shrink_if_sparse(*this);
    return Status::success();
  }

  /// Removes all items.
  void clear() {
    items_.clear();
    packets_.clear();
    shrink_if_large(*this);
  }

  /// Inserts an item. `id` receives the smallest free id.
  Status insert(const Box& box, const Filter& filter, Id& id) {
    if (!items_.reserve_one(filter) || !packets_.reserve_more(1)) {
      return out_of_memory(*this);
    }
    id = items_.insert(box, filter);
    place(id);
    return Status::success();
  }

  /// Removes an item. Its id becomes free.
  Status remove(Id id) {
    items_.remove(id);
    packets_[id / kLanes].set_empty(id % kLanes);
    shrink_if_sparse(*this);
    return Status::success();
  }

  /// Visits all items that may be hits, see Traversable.
  template <class Query, class Visitor>
  Status traverse(const Query& query, Counters auto& counters, Visitor&& visit) const {
    counters.item_tests += items_.size();
    trace_of(counters).step(Step::kCompared, 0, items_.size());
    for (u32 packet = 0; packet < packets_.size(); ++packet) {
      for (u32 hits = query.may_touch4(packets_[packet]); hits != 0; hits &= hits - 1) {
        const u32 lane = static_cast<u32>(std::countr_zero(hits));
        if (!visit.passed(query, packet * kLanes + lane, packets_[packet].get(lane))) {
          return Status::success();
        }
      }
    }
    return Status::success();
  }

  /// Visits items that may be hits, nearer ones first where possible, see TraversableOrdered.
  template <class Query, class Visitor>
  Status traverse_ordered(Query& query, Counters auto& counters, Visitor&& visit) const {
    return traverse(query, counters, visit);
  }

  /// Visits all overlapping pairs, see Pairable.
  template <class Visitor>
  Status pairs(QueryCounters& counters, Visitor&& visit) const {
    const u64 count = items_.size();
    counters.item_tests += count < 2 ? 0 : count * (count - 1) / 2;
    for (Id a = items_.first(); a != kNone; a = items_.next(a)) {
      const SplatBox<Dim> box(items_.box(a));
      u32 later = 0xEu << a % kLanes & 0xFu;  // lanes after a in its own packet
      for (u32 packet = a / kLanes; packet < packets_.size(); ++packet, later = 0xFu) {
        for (u32 hits = overlap_bits(box, packets_[packet]) & later; hits != 0; hits &= hits - 1) {
          const Id b = packet * kLanes + static_cast<u32>(std::countr_zero(hits));
          if (!visit(a, b)) return Status::success();
        }
      }
    }
    return Status::success();
  }

  /// Returns statistics on the size of the index.
  IndexStats stats() const {
    IndexStats stats;
    stats.items = items_.size();
    stats.byte_length = static_cast<f64>(byte_length());
    return stats;
  }

  /// Writes one leaf with all items, or nothing if the index is empty.
  Status dump(NodeDump& dump) const {
    dump.clear();
    if (items_.size() == 0) return Status::success();
    if (!dump.reserve(1, items_.size(), Dim)) return Status::out_of_memory();
    Box all = empty_box<Dim>();
    for (Id id = items_.first(); id != kNone; id = items_.next(id))
      all = unite(all, items_.box(id));
    const u32 node = dump.add_node(all, 0, kNone, NodeKind::kLeaf, 0);
    for (Id id = items_.first(); id != kNone; id = items_.next(id)) dump.add_item(node, id);
    return Status::success();
  }

  /// Appends a message for each violated invariant.
  void validate(Faults& faults) const {
    for (Id id = 0; id < items_.id_end(); ++id) {
      const Box expected = items_.has(id) ? items_.box(id) : empty_box<Dim>();
      faults.require(packets_[id / kLanes].get(id % kLanes) == expected,
                     "packet lane differs from the stored box of id", id);
    }
  }

  /// Writes the items.
  void save(ByteWriter& writer) const { items_.save(writer); }
  /// Reads saved items into a new index.
  void load(ByteReader& reader) {
    items_.load(reader);
    if (!reader.ok() || !reader.require_memory(packets_.reserve(packets_for(items_.id_end()))))
      return;
    for (Id id = 0; id < items_.id_end(); ++id) place(id);
  }

 private:
  friend class ItemOperations<BruteForce, Dim>;
  using ItemOperations<BruteForce, Dim>::items_;

  static constexpr size_t packets_for(u32 count) { return (size_t{count} + kLanes - 1) / kLanes; }

  // Writes the box of an item to its lane. A new id is at most id_end(), so at most one packet is
  // added.
  void place(Id id) {
    if (id / kLanes == packets_.size()) packets_.push_unchecked(empty_packet<Dim>());
    packets_[id / kLanes].set(id % kLanes, items_.box(id));
  }
  bool set_box(Id id, const Box& box) {
    const bool differs = !(items_.box(id) == box);
    items_.set_box(id, box);
    packets_[id / kLanes].set(id % kLanes, box);
    return differs;
  }

  Array<AabbPacket<Dim>> packets_;
};

}  // namespace sapwood
