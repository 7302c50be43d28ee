#include "support/checked_index.hpp"

namespace sapwood::test {

namespace {

// Sides at the largest coordinate can represent infinite sides, so they do not move.
template <int Dim>
Aabb<Dim> seen_from(const Point<Dim>& origin, const Aabb<Dim>& box) {
  Aabb<Dim> moved = box;
  for (int axis = 0; axis < Dim; ++axis) {
    if (box.min[axis] != -kMaxCoordinate) moved.min[axis] -= origin[axis];
    if (box.max[axis] != kMaxCoordinate) moved.max[axis] -= origin[axis];
  }
  return moved;
}

}  // namespace

// Runs an operation that changes the index. If allocations are set to fail, the operation must
// either succeed, or return out_of_memory and change nothing. In the second case it is repeated and
// must succeed.
template <int Dim>
template <class Call>
void CheckedIndex<Dim>::change(const char* operation, Call&& call) {
  Report::Context context(report_, operation);
  ++tally_.operations;
  if (refused_) {
    Status status = Status::success();
    bool triggered = false;
    {
      const FailingAllocations failing(refused_->skip, refused_->kind);
      status = call();
      triggered = failing.triggered();
    }
    refused_.reset();
    if (status.ok()) return;
    report_.require(triggered && status.code == StatusCode::kOutOfMemory,
                    "the status is an error other than out_of_memory");
    compare().content();
  }
  report_.require(call().ok(), "the operation failed");
}

template <int Dim>
void CheckedIndex<Dim>::refuse_memory(u32 skip, AllocationFailure kind) {
  refused_ = Refused{skip, kind};
}

template <int Dim>
void CheckedIndex<Dim>::build(Boxes boxes) {
  change("build", [&] { return subject_->build(boxes); });
  replace_model(boxes);
  begun_.clear();
}

template <int Dim>
void CheckedIndex<Dim>::replace_model(Boxes boxes) {
  record_removed_from(static_cast<Id>(boxes.size()));
  model_.build(boxes);
}

template <int Dim>
void CheckedIndex<Dim>::record_removed_from(Id first) {
  for (const Id id : model_.ids()) {
    if (id >= first) removed_.insert(id);
  }
}

template <int Dim>
void CheckedIndex<Dim>::update(Boxes boxes) {
  u32 changed = 0;
  change("update", [&] { return subject_->update(boxes, changed); });
  report_.require(changed <= boxes.size(), "update counts more changes than there are items");
  hash_.add(changed);
  model_.update(boxes);
}

template <int Dim>
void CheckedIndex<Dim>::clear() {
  ++tally_.operations;
  subject_->clear();
  record_removed_from(0);
  model_.clear();
  begun_.clear();
}

template <int Dim>
void CheckedIndex<Dim>::insert(const Box& box, const Filter& filter) {
  Id id = kNone;
  change("insert", [&] { return subject_->insert(box, filter, id); });
  report_.require(id == model_.insert(box, filter), "insert did not return the smallest free id");
  hash_.add(id);
}

template <int Dim>
void CheckedIndex<Dim>::insert_many(Boxes boxes) {
  for (const Box& box : boxes) insert(box, {});
}

template <int Dim>
void CheckedIndex<Dim>::remove(Id id) {
  change("remove", [&] { return subject_->remove(id); });
  model_.remove(id);
  removed_.insert(id);
}

template <int Dim>
void CheckedIndex<Dim>::move(Id id, const Box& box, const Point<Dim>& by) {
  hash_.add(u32{moved(id, box, by)});
}

template <int Dim>
bool CheckedIndex<Dim>::moved(Id id, const Box& box, const Point<Dim>& by) {
  bool changed = false;
  change("move", [&] { return subject_->move(id, box, by, changed); });
  model_.move(id, box);
  return changed;
}

template <int Dim>
void CheckedIndex<Dim>::move_many(std::span<const Id> ids, Boxes boxes) {
  u32 changed = 0;
  for (size_t i = 0; i < ids.size(); ++i) changed += moved(ids[i], boxes[i], {}) ? 1 : 0;
  hash_.add(changed);
}

template <int Dim>
void CheckedIndex<Dim>::set_filter(Id id, const Filter& filter) {
  change("set_filter", [&] { return subject_->set_filter(id, filter); });
  model_.set_filter(id, filter);
}

template <int Dim>
void CheckedIndex<Dim>::optimize(u32 budget) {
  u32 spent = 0;
  change("optimize", [&] { return subject_->optimize(budget, spent); });
  hash_.add(spent);
}

template <int Dim>
void CheckedIndex<Dim>::rebuild() {
  change("rebuild", [&] { return subject_->rebuild(); });
}

template <int Dim>
void CheckedIndex<Dim>::refit() {
  u32 visited = 0;
  change("refit", [&] { return subject_->refit(visited); });
  hash_.add(visited);
}

template <int Dim>
void CheckedIndex<Dim>::begin_build(Boxes boxes) {
  change("begin_build", [&] { return subject_->begin_build(boxes); });
  begun_.assign(boxes.begin(), boxes.end());
}

template <int Dim>
void CheckedIndex<Dim>::step_build(u32 limit) {
  if (!subject_->building()) return;
  u32 work = 0;
  bool done = false;
  change("step_build", [&] { return subject_->step_build(limit, work, done); });
  report_.require(work <= limit, "step_build exceeded its limit");
  hash_.add(work);
  hash_.add(u32{done});
  if (done) replace_model(begun_);
}

template <int Dim>
void CheckedIndex<Dim>::step(u32 budget) {
  u32 work = 0;
  change("step", [&] { return subject_->step(budget, work); });
  report_.require(work <= budget, "step exceeded its budget");
  hash_.add(work);
  hash_.add(subject_->state());
}

template <int Dim>
void CheckedIndex<Dim>::commit() {
  bool swapped = false;
  change("commit", [&] { return subject_->commit(swapped); });
  hash_.add(u32{swapped});
}

template <int Dim>
void CheckedIndex<Dim>::shift_origin(const Point<Dim>& by) {
  std::vector<Box> boxes;
  bool stays = true;
  for (const Id id : model_.ids()) {
    boxes.push_back(seen_from(by, model_.item(id).box));
    stays &= is_valid(boxes.back());
  }
  ++tally_.operations;
  const Status status = subject_->shift_origin(by);
  hash_.add(u32{status.ok()});
  report_.require(stays ? status.ok() : status.code == StatusCode::kInvalidArgument,
                  "shift_origin returned another status");
  if (stays) model_.update(boxes);
}

template <int Dim>
void CheckedIndex<Dim>::merge(Boxes boxes, const Filter& filter) {
  Model<Dim> there;
  const std::unique_ptr<Subject<Dim>> other = this->partner(boxes, filter, there);
  Array<Id> ids;
  change("merge", [&] { return subject_->merge(*other, ids); });
  if (!report_.require(ids.size() == boxes.size(), "merge tells another number of ids")) return;
  size_t next = 0;
  for (const Id id : there.ids()) {
    const Id expected = model_.insert(there.item(id).box, there.item(id).filter);
    report_.require(ids[next] == expected, "merge did not assign the smallest free ids");
    hash_.add(ids[next++]);
  }
}

template <int Dim>
void CheckedIndex<Dim>::note(const std::vector<IdPair>& pairs) {
  hash_.add(static_cast<u32>(pairs.size()));
  for (const IdPair& pair : pairs) {
    hash_.add(pair.a);
    hash_.add(pair.b);
  }
}

template <int Dim>
bool CheckedIndex<Dim>::renewed(u64 pair) const {
  return removed_.count(static_cast<Id>(pair >> 32)) != 0 ||
         removed_.count(static_cast<Id>(pair)) != 0;
}

// Tests that the events are exactly the difference between the pairs of the last call and the
// present pairs. Pairs of a reused id end, and begin again if the new item overlaps.
template <int Dim>
void CheckedIndex<Dim>::update_pairs() {
  std::vector<IdPair> begins, ends;
  change("update_pairs", [&] { return subject_->update_pairs(begins, ends); });
  note(begins);
  note(ends);
  const std::vector<u64> pairs = oracle::pairs(model_);
  const std::set<u64> now(pairs.begin(), pairs.end());
  const auto missing_in = [this](const std::set<u64>& from, const std::set<u64>& other) {
    std::vector<u64> list;
    for (const u64 pair : from) {
      if (other.count(pair) == 0 || renewed(pair)) list.push_back(pair);
    }
    return list;
  };
  const auto keys = [](const std::vector<IdPair>& events) {
    std::vector<u64> list;
    for (const IdPair& pair : events) list.push_back(u64{pair.a} << 32 | pair.b);
    return list;
  };
  tally_.pairs_compared += pairs.size();
  report_.require(keys(ends) == missing_in(reported_pairs_, now), "other pairs end");
  report_.require(keys(begins) == missing_in(now, reported_pairs_), "other pairs begin");
  reported_pairs_ = now;
  removed_.clear();
}

template <int Dim>
void CheckedIndex<Dim>::save_and_load() {
  Array<u8> bytes;
  change("flush", [&] { return subject_->flush(); });
  change("save", [&] { return subject_->save(bytes); });
  hash_.add_bytes(std::span<const u8>(bytes.data(), bytes.size()).subspan(sizeof(SerialHeader)));
  change("load", [&] { return subject_->load({bytes.data(), bytes.size()}); });
  report_.require(subject_->flush().ok(), "flush() after loading failed");
  reported_pairs_.clear();
  removed_.clear();
  begun_.clear();
}

template class CheckedIndex<2>;
template class CheckedIndex<3>;

}  // namespace sapwood::test
