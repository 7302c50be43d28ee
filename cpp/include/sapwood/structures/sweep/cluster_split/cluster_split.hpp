/// @file Cluster split: the set of boxes is cut at the widest empty gap of any axis, and the parts
/// are cut again until no part has a gap. A part without a gap is a cluster. Only boxes of the same
/// cluster can overlap, so all pairs of boxes within each cluster are compared.
///
/// With `depth: 1`, the set is cut once, as in textbooks. 15 boxes in clusters of 7 and 8 then
/// require 21 + 28 instead of 105 comparisons. With `axis: variance`, as in the published
/// algorithm, each part is searched for gaps on one axis only. With a `capacity`, parts with at
/// most this number of items are not cut.
///
/// Layout: the tree of clustering.hpp; boxes in packets of four, and ids, in the order of the
/// clusters. Invariants after flush(): the boxes of the two parts of a cut are separate on some
/// axis. The box of every node is the exact union of its items. A cluster with more than `capacity`
/// items above the depth limit has no gap on any searched axis.
///
/// Cost: flush() O(n log n) usually, O(depth * n) at most. Pairs cost O(sum of squared cluster
/// sizes). A query visits the nodes that it overlaps; ordered queries visit the nearer part first.
/// After a change, the next query rebuilds the tree. Counters: a node visit is a test of a node of
/// the tree. In pairs(), each pair within a cluster counts as an item test. Limits: a dense set
/// without gaps is one cluster, and pairs cost as much as brute force.
#pragma once

#include <bit>

#include "sapwood/core/concepts.hpp"
#include "sapwood/core/deferred_index.hpp"
#include "sapwood/core/shrink.hpp"
#include "sapwood/structures/sweep/cluster_split/clustering.hpp"

namespace sapwood {

/// Index that separates boxes at empty gaps.
/// @see SpatialStructure, Dynamic, Traversable, Pairable, Serializable
template <int Dim>
class ClusterSplit : public DeferredIndex<ClusterSplit<Dim>, Dim> {
 public:
  static constexpr const char* kId = "cluster-split";
  static constexpr bool kIsTree = true;
  static constexpr bool kValidatesOnLoad = true;
  using Options = ClusterSplitOptions;
  using Box = Aabb<Dim>;

  /// Creates an empty index.
  explicit ClusterSplit(const Options& options = {}) : options_(options) {}

  /// Returns the options.
  Options options() const { return options_; }

  /// Visits all items that may be hits, see Traversable.
  template <class Query, class Visitor>
  Status traverse(const Query& query, Counters auto& counters, Visitor&& visit) const {
    SAPWOOD_ASSERT(this->flushed());
    auto&& trace = trace_of(counters);
    for (u32 index = 0; index < nodes_.size();) {
      const Node& node = nodes_[index];
      ++counters.node_visits;
      const bool touched = query.may_touch(node.box);
      const bool covered = touched && query.contains(node.box);
      trace.step(!touched ? Step::kMissed : covered ? Step::kCovered : Step::kEntered, index);
      if (covered) {
        if (!report_all(index, visit, trace)) break;
      } else if (touched && is_cluster(index)) {
        if (!visit_cluster(index, query, counters, visit)) break;
      } else if (touched) {
        ++index;
        continue;
      }
      index = node.skip;
    }
    return Status::success();
  }

  /// Visits items that may be hits, nearer ones first where possible, see TraversableOrdered.
  template <class Query, class Visitor>
  Status traverse_ordered(Query& query, Counters auto& counters, Visitor&& visit) const {
    SAPWOOD_ASSERT(this->flushed());
    TraversalStack<Reached, cluster::kDeepest + 2> steps(options_.depth + 2);
    if (!steps.ready()) return Status::out_of_memory();
    if (!nodes_.empty()) steps.push(step_to(0, query, counters));
    while (!steps.empty()) {
      const Reached step = steps.pop();
      if (!query.in_reach(step.bound)) {
        trace_of(counters).step(Step::kDropped, step.node);
        continue;
      }
      if (is_cluster(step.node)) {
        if (!visit_cluster(step.node, query, counters, visit)) break;
        continue;
      }
      const Reached lower = step_to(step.node + 1, query, counters);
      const Reached upper = step_to(nodes_[step.node + 1].skip, query, counters);
      const bool upper_first = upper.bound < lower.bound;
      steps.push(upper_first ? lower : upper);
      steps.push(upper_first ? upper : lower);
    }
    return Status::success();
  }

  /// Visits all overlapping pairs, see Pairable.
  template <class Visitor>
  Status pairs(QueryCounters& counters, Visitor&& visit) const {
    SAPWOOD_ASSERT(this->flushed());
    for (u32 index = 0; index < nodes_.size(); ++index) {
      if (is_cluster(index) && !pairs_within(nodes_[index], counters, visit)) break;
    }
    return Status::success();
  }

  /// Releases unneeded memory.
  [[gnu::cold, gnu::noinline]] void shrink() {
    items_.shrink();
    nodes_.shrink();
    ids_.shrink();
    packets_.shrink();
  }
  /// Returns the memory in use, in bytes.
  size_t byte_length() const {
    return items_.byte_length() + nodes_.byte_length() + ids_.byte_length() +
           packets_.byte_length();
  }

  /// Returns statistics on the size and quality of the index.
  IndexStats stats() const {
    IndexStats stats;
    stats.items = items_.size();
    stats.nodes = static_cast<f64>(nodes_.size());
    u32 height = 0;
    for (u32 index = 0; index < nodes_.size(); ++index) {
      stats.leaves += is_cluster(index) ? 1 : 0;
      height = std::max(height, nodes_[index].depth);
    }
    if (!nodes_.empty()) stats.height = height;
    stats.byte_length = static_cast<f64>(byte_length());
    return stats;
  }

  /// Writes the nodes of the hierarchy to `dump`.
  Status dump(NodeDump& dump) const { return cluster::dump_tree(nodes_, ids_, dump); }

  /// Appends a message for each violated invariant.
  void validate(Faults& faults) const {
    if (!this->flushed()) return;
    cluster::validate_list(items_, ids_, faults);
    for (u32 at = 0; at < ids_.size(); ++at) {
      faults.require(box_at(at) == items_.box(ids_[at]), "a packet differs from the item at", at);
    }
    cluster::validate_tree(items_, nodes_, ids_, options_, faults);
  }

  /// Writes the items. load() builds the tree from them.
  void save(ByteWriter& writer) const { items_.save(writer); }
  /// Reads saved items into a new index.
  void load(ByteReader& reader) { items_.load(reader); }

 private:
  friend class DeferredIndex<ClusterSplit, Dim>;
  using DeferredIndex<ClusterSplit, Dim>::items_;
  using Node = cluster::Node<Dim>;

  struct Reached {
    u32 node;
    f32 bound;
  };

  void discard() {
    nodes_.clear();
    ids_.clear();
    packets_.clear();
  }

  bool flush_items() {
    cluster::Clustering<Dim> clustering(items_, options_);
    const size_t packets = (size_t{items_.size()} + kLanes - 1) / kLanes;
    if (!clustering.run(nodes_, ids_) || !packets_.resize(packets, empty_packet<Dim>())) {
      return false;
    }
    for (u32 at = 0; at < ids_.size(); ++at) {
      packets_[at / kLanes].set(at % kLanes, items_.box(ids_[at]));
    }
    if (packets_.sparse()) shrink();
    return true;
  }

  bool is_cluster(u32 index) const { return nodes_[index].skip == index + 1; }
  Box box_at(u32 at) const { return packets_[at / kLanes].get(at % kLanes); }

  template <class Query>
  Reached step_to(u32 node, const Query& query, Counters auto& counters) const {
    ++counters.node_visits;
    const Reached reached{node, query.lower_bound(nodes_[node].box)};
    const bool near = query.in_reach(reached.bound);
    trace_of(counters).step(near ? Step::kEntered : Step::kMissed, node);
    return reached;
  }

  static u32 lanes_within(u32 packet, u32 first, u32 end) {
    const u32 start = packet * kLanes;
    const u32 from = first > start ? first - start : 0;
    const u32 to = std::min(end - start, kLanes);
    return ((1u << to) - 1) & ~((1u << from) - 1);
  }

  template <class Visitor>
  bool report_all(u32 index, Visitor& visit, auto&& trace) const {
    const Node& node = nodes_[index];
    if constexpr (std::remove_reference_t<decltype(trace)>::kEnabled) {
      for (u32 below = index; below < node.skip; ++below) {
        const Node& part = nodes_[below];
        if (!is_cluster(below)) continue;
        trace.step(Step::kTaken, below);
        if (!visit.accept_range(ids_.data() + part.first, part.count)) return false;
      }
      return true;
    }
    return visit.accept_range(ids_.data() + node.first, node.count);
  }

  template <class Query, class Visitor>
  bool visit_cluster(u32 index, const Query& query, Counters auto& counters, Visitor& visit) const {
    const Node& node = nodes_[index];
    const u32 end = node.first + node.count;
    counters.item_tests += node.count;
    trace_of(counters).step(Step::kCompared, index, node.count);
    for (u32 packet = node.first / kLanes; packet * kLanes < end; ++packet) {
      u32 hits = query.may_touch4(packets_[packet]) & lanes_within(packet, node.first, end);
      for (; hits != 0; hits &= hits - 1) {
        const u32 lane = static_cast<u32>(std::countr_zero(hits));
        const Id id = ids_[packet * kLanes + lane];
        if (!visit.passed(query, id, packets_[packet].get(lane))) return false;
      }
    }
    return true;
  }

  template <class Visitor>
  bool pairs_within(const Node& node, QueryCounters& counters, Visitor& visit) const {
    const u32 end = node.first + node.count;
    counters.item_tests += u64{node.count} * (node.count - 1) / 2;
    for (u32 at = node.first; at + 1 < end; ++at) {
      const SplatBox<Dim> box(box_at(at));
      for (u32 packet = (at + 1) / kLanes; packet * kLanes < end; ++packet) {
        u32 hits = overlap_bits(box, packets_[packet]) & lanes_within(packet, at + 1, end);
        for (; hits != 0; hits &= hits - 1) {
          const u32 other = packet * kLanes + static_cast<u32>(std::countr_zero(hits));
          if (!visit(ids_[at], ids_[other])) return false;
        }
      }
    }
    return true;
  }

  Options options_;
  Array<Node> nodes_;
  Array<Id> ids_;                   // in the order of the clusters
  Array<AabbPacket<Dim>> packets_;  // boxes of ids_
};

}  // namespace sapwood
