// Expected items of an index, stored by id.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "sapwood/base/types.hpp"
#include "sapwood/core/item_store.hpp"

namespace sapwood::test {

template <int Dim>
struct ModelItem {
  Aabb<Dim> box;
  Filter filter;
};

template <int Dim>
class Model {
 public:
  using Box = Aabb<Dim>;
  using Slot = std::optional<ModelItem<Dim>>;

  Model() = default;
  explicit Model(std::span<const Box> boxes) { build(boxes); }
  explicit Model(const ItemStore<Dim>& items) : slots_(items.id_end()) {
    for (Id id = items.first(); id != kNone; id = items.next(id)) {
      slots_[id] = ModelItem<Dim>{items.box(id), items.filter(id)};
    }
  }

  const std::vector<Slot>& slots() const { return slots_; }
  bool has(Id id) const { return id < slots_.size() && slots_[id].has_value(); }
  const ModelItem<Dim>& item(Id id) const { return *slots_[id]; }

  std::vector<Id> ids() const {
    std::vector<Id> live;
    for (Id id = 0; id < slots_.size(); ++id) {
      if (slots_[id]) live.push_back(id);
    }
    return live;
  }
  u32 size() const { return static_cast<u32>(ids().size()); }

  void build(std::span<const Box> boxes) {
    slots_.clear();
    for (const Box& box : boxes) slots_.push_back(ModelItem<Dim>{box, {}});
  }
  // Replaces the boxes of all items. `boxes` contains one box for each live item, in ascending
  // order of ids.
  void update(std::span<const Box> boxes) {
    size_t next = 0;
    for (Slot& slot : slots_) {
      if (slot) slot->box = boxes[next++];
    }
  }
  void clear() { slots_.clear(); }

  Id insert(const Box& box, const Filter& filter) {
    Id id = 0;
    while (has(id)) ++id;
    if (id == slots_.size()) slots_.emplace_back();
    slots_[id] = ModelItem<Dim>{box, filter};
    return id;
  }
  void remove(Id id) { slots_[id].reset(); }
  void move(Id id, const Box& box) { slots_[id]->box = box; }
  void set_filter(Id id, const Filter& filter) { slots_[id]->filter = filter; }

 private:
  std::vector<Slot> slots_;
};

}  // namespace sapwood::test
