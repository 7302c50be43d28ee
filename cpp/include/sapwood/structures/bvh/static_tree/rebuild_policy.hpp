// When a tree that was only refitted and grafted upon has become so much worse than a new one that
// building it again pays.
#pragma once

#include "sapwood/base/types.hpp"

namespace sapwood::static_tree {

class RebuildPolicy {
 public:
  // A tree of that many items and that area ratio was built.
  void note_build(u32 items, f64 area_ratio) {
    ratio_ = area_ratio;
    built_ = items;
    grafted_ = grafts_ = 0;
    refitted_ = 0;
  }
  void note_graft(u32 items) {
    grafted_ += items;
    ++grafts_;
  }
  // The rebuild failed: the ratio of now becomes the one to compare with.
  void rebase(f64 area_ratio) { ratio_ = area_ratio; }

  // Whether a tree of `live` items on `positions` places should be built anew instead of taking
  // `more` by a graft. Every graft of items from everywhere adds a tree that each query must look
  // into.
  bool full(u32 live, u32 positions, u32 more) const {
    return grafts_ >= kMaxGrafts || u64{grafted_} + more > built_ / kMaxGrafted ||
           positions - live > live;
  }
  // Boxes of that many nodes were corrected. True when it is time to look at the area again: so
  // often that looking costs less than the refits.
  bool note_refit(u32 visited, u32 nodes) {
    refitted_ += visited;
    if (kLook * refitted_ < nodes) return false;
    refitted_ = 0;
    return true;
  }
  // Written so that NaN, a tree without area, is not degraded: nothing would get better.
  bool degraded(f64 area_ratio) const { return area_ratio > kDegraded * ratio_; }

  template <class Writer>
  void save(Writer& writer) const {
    writer.value(ratio_);
    writer.value(built_);
    writer.value(grafted_);
    writer.value(grafts_);
  }
  // Any values will do: they decide about speed only.
  template <class Reader>
  void load(Reader& reader) {
    reader.value(ratio_);
    reader.value(built_);
    reader.value(grafted_);
    reader.value(grafts_);
  }

 private:
  static constexpr u32 kLook = 4;  // a node costs so much more to refit than to look at
  static constexpr u32 kMaxGrafts = 16;
  static constexpr u32 kMaxGrafted = 4;  // a quarter of what was built
  // measured on drifting boxes with all pairs in every frame: 1.25 costs 3 to 20 % more, 2 half as
  // much again or more
  static constexpr f64 kDegraded = 1.1;

  f64 ratio_ = 0;
  u32 built_ = 0;
  u32 grafted_ = 0;  // items of all grafts since the build
  u32 grafts_ = 0;
  u64 refitted_ = 0;  // nodes since the last look
};

}  // namespace sapwood::static_tree
