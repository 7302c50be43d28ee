// Memory: byteLength equals the allocated size, there are no leaks, repeated work does not grow the
// memory, and unused memory is freed.
#pragma once

#include <set>

#include "conformance/serialization_suite.hpp"
#include "support/allocations.hpp"

namespace sapwood::test {

template <int Dim>
struct MemoryLoad {
  std::vector<Aabb<Dim>> boxes = arrange<Dim>(Layout::kUniform, 300, 11);
  std::vector<Aabb<Dim>> moved = arrange<Dim>(Layout::kMixedSigns, 300, 12);
  Probes<Dim> probes = probes_for<Dim>(boxes, 3, 13);
  IdSink count_ids = [](Id) { return true; };
  PairSink count_pairs = [](Id, Id) { return true; };
};

// Runs every operation that can allocate memory. Returns whether all of them succeed.
template <int Dim>
bool work(Subject<Dim>& subject, const MemoryLoad<Dim>& load) {
  QueryCounters counters;
  Array<KeyedId> found;
  u32 changed = 0;
  bool ok = subject.build(load.boxes).ok() && subject.update(load.moved, changed).ok();
  if (subject.abilities().dynamic) {
    Id id = kNone;
    bool moved = false;
    ok = ok && subject.remove(17).ok() && subject.insert(load.boxes[0], {2, 2}, id).ok() &&
         subject.insert(load.boxes[1], {}, id).ok() && subject.set_filter(3, {4, 4}).ok() &&
         subject.move(5, load.boxes[9], load.probes.points[0], moved).ok();
  }
  for (const Ray<Dim>& ray : load.probes.rays) {
    ok = ok && subject.raycast_all(ray, Filter::any(), counters, found).ok();
  }
  const SphereProbe<Dim>& sphere = load.probes.spheres[0];
  return ok && subject.pairs(counters, load.count_pairs).ok() &&
         subject.nearest(sphere.center, 9, HUGE_VALF, Filter::any(), counters, found).ok() &&
         subject.box(load.boxes[3], Filter::any(), counters, load.count_ids).ok();
}

template <int Dim>
void byte_length_is_what_was_allocated(const SubjectMaker<Dim>& make, Report& report) {
  const MemoryLoad<Dim> load;
  const std::unique_ptr<Subject<Dim>> subject = make();
  forget_watched();
  report.require(subject->byte_length() == 0, "an unused index holds memory");
  const auto compare = [&](const char* when) {
    if (subject->byte_length() == watched_bytes()) return;
    report.fail(std::string(when) + " byteLength is " + std::to_string(subject->byte_length()) +
                " and the allocator holds " + std::to_string(watched_bytes()));
  };
  const auto watch = [](auto&& run) {
    AllocationWatch now;
    return run();
  };
  report.require(watch([&] { return subject->build(load.boxes).ok(); }), "build failed");
  compare("after a build");
  report.require(watch([&] { return work(*subject, load); }), "an operation failed");
  compare("after all operations");
  report.require(subject->stats().byte_length == static_cast<f64>(subject->byte_length()),
                 "stats and byteLength differ");
  watch([&] { subject->clear(); });
  compare("after clear");
}

template <int Dim>
void a_destroyed_index_leaves_nothing(const SubjectMaker<Dim>& make, Report& report) {
  const MemoryLoad<Dim> load;
  Array<u8> bytes;
  forget_watched();
  for (u32 cycle = 0; cycle < 3; ++cycle) {
    std::unique_ptr<Subject<Dim>> subject = make();
    {
      AllocationWatch now;
      report.require(work(*subject, load) && subject->save(bytes).ok(), "an operation failed");
      report.require(subject->load({bytes.data(), bytes.size()}).ok(), "load failed");
      report.require(work(*subject, load), "an operation failed after load");
      bytes.release();
    }
    subject.reset();
    report.require(watched_bytes() == 0, "memory is left behind");
  }
}

template <int Dim>
void cycles_of_build_and_clear_do_not_grow(const SubjectMaker<Dim>& make, Report& report) {
  const MemoryLoad<Dim> load;
  const std::unique_ptr<Subject<Dim>> subject = make();
  size_t most = 0;
  for (u32 cycle = 0; cycle < 6; ++cycle) {
    report.require(work(*subject, load), "an operation failed");
    subject->clear();
    if (cycle == 1) most = subject->byte_length();
    if (cycle > 1) report.require(subject->byte_length() <= most, "the index grows by each cycle");
  }
}

// An index of kMany items from which most items are removed. The remaining kFew items fill only a
// small part of the smallest array that shrinks automatically.
template <int Dim>
class Crowd {
 public:
  static constexpr u32 kMany = 6000;
  static constexpr u32 kFew = 30;
  // Unused memory that an index can keep for later items: eight arrays of kMinSparseBytes.
  static constexpr size_t kSlack = 8 * kMinSparseBytes;

  Crowd(const SubjectMaker<Dim>& make, Report& report) : report_(report), subject_(make()) {
    report.require(subject_->build(boxes_).ok(), "build failed");
    flush();
  }

  Subject<Dim>& subject() { return *subject_; }
  const std::vector<Aabb<Dim>>& boxes() const { return boxes_; }
  std::span<const Aabb<Dim>> few() const { return {boxes_.data(), kFew}; }
  size_t bytes() const { return subject_->byte_length(); }

  void flush() {
    QueryCounters counters;
    const PairSink ignore = [](Id, Id) { return true; };
    std::vector<IdPair> begins, ends;
    report_.require(subject_->pairs(counters, ignore).ok(), "pairs failed");
    report_.require(subject_->update_pairs(begins, ends).ok(), "update_pairs failed");
    bool swapped = !subject_->abilities().background;
    for (u32 work = 1; !swapped && work != 0;) {
      report_.require(subject_->step(1u << 24, work).ok(), "step failed");
      report_.require(subject_->commit(swapped).ok(), "commit failed");
    }
  }
  void remove_down_to(u32 rest) {
    for (u32 i = 0; i < kMany; ++i) {
      const Id id = i * 4243 % kMany;
      const bool goes = id >= rest && subject_->items().has(id);
      report_.require(!goes || subject_->remove(id).ok(), "remove failed");
    }
  }
  void insert_up_to(u32 count) {
    while (subject_->items().size() < count) {
      Id id = kNone;
      report_.require(subject_->insert(boxes_[subject_->items().size()], {}, id).ok(),
                      "insert failed");
    }
  }
  // Requires that item i has box i, for the first `count` boxes, and that there are no other items.
  void check_content(u32 count) {
    const Model<Dim> model(std::span<const Aabb<Dim>>(boxes_.data(), count));
    Comparison<Dim>(*subject_, model, report_).everything(probes_for<Dim>(boxes_, 3, 15));
  }

 private:
  Report& report_;
  std::vector<Aabb<Dim>> boxes_ = arrange<Dim>(Layout::kUniform, kMany, 14);
  std::unique_ptr<Subject<Dim>> subject_;
};

template <int Dim>
void clearing_frees_memory(const SubjectMaker<Dim>& make, Report& report) {
  Crowd<Dim> crowd(make, report);
  const size_t full = crowd.bytes();
  crowd.subject().clear();
  crowd.flush();
  report.require(crowd.bytes() <= std::min(full / 2, Crowd<Dim>::kSlack),
                 "a cleared index holds memory");
  crowd.subject().shrink();
  report.require(crowd.bytes() <= 8192, "an empty index does not shrink");
  report.require(crowd.subject().build(crowd.boxes()).ok(), "build failed");
  crowd.check_content(Crowd<Dim>::kMany);
}

template <int Dim>
void a_smaller_build_frees_memory(const SubjectMaker<Dim>& make, Report& report) {
  Crowd<Dim> crowd(make, report);
  const size_t full = crowd.bytes();
  report.require(crowd.subject().build(crowd.few()).ok(), "build failed");
  crowd.flush();
  report.require(crowd.bytes() <= full / 2 + Crowd<Dim>::kSlack / 8, "the index does not shrink");
  crowd.check_content(Crowd<Dim>::kFew);
}

template <int Dim>
void removals_free_memory(const SubjectMaker<Dim>& make, Report& report) {
  Crowd<Dim> crowd(make, report);
  if (!crowd.subject().abilities().dynamic) return;
  const size_t full = crowd.bytes();
  for (Id id = Crowd<Dim>::kMany; id-- > Crowd<Dim>::kFew;) {
    report.require(crowd.subject().remove(id).ok(), "remove failed");
  }
  crowd.flush();
  if (crowd.subject().abilities().keeps_cells) crowd.subject().shrink();
  report.require(crowd.bytes() <= full / 2 + Crowd<Dim>::kSlack / 8, "the index does not shrink");
  crowd.check_content(Crowd<Dim>::kFew);
  crowd.insert_up_to(Crowd<Dim>::kMany);
  crowd.remove_down_to(0);
  crowd.flush();
  if (crowd.subject().abilities().keeps_cells) crowd.subject().shrink();
  report.require(crowd.bytes() <= std::min(full / 2 + Crowd<Dim>::kSlack / 8, Crowd<Dim>::kSlack),
                 "an index without items holds memory");
}

template <int Dim>
void shrinking_leaves_what_the_items_need(const SubjectMaker<Dim>& make, Report& report) {
  Crowd<Dim> crowd(make, report);
  if (!crowd.subject().abilities().dynamic) return;
  crowd.remove_down_to(Crowd<Dim>::kFew);
  crowd.flush();
  crowd.subject().shrink();
  const std::unique_ptr<Subject<Dim>> fresh = make();
  report.require(fresh->build(crowd.few()).ok(), "build failed");
  QueryCounters counters;
  report.require(fresh->pairs(counters, [](Id, Id) { return true; }).ok(), "pairs failed");
  std::vector<IdPair> begins, ends;
  report.require(fresh->update_pairs(begins, ends).ok(), "update_pairs failed");
  if (crowd.bytes() > 2 * fresh->byte_length() + 2048) {
    report.fail("after shrink() the index holds " + std::to_string(crowd.bytes()) +
                " bytes, a new one " + std::to_string(fresh->byte_length()));
  }
  crowd.check_content(Crowd<Dim>::kFew);
  const size_t bytes = crowd.bytes();
  crowd.subject().shrink();
  report.require(crowd.bytes() <= bytes, "shrinking twice needs more memory");
  crowd.insert_up_to(300);
  crowd.check_content(300);
}

template <int Dim>
void alternating_inserts_and_removals_do_not_reallocate(const SubjectMaker<Dim>& make,
                                                        Report& report) {
  Crowd<Dim> crowd(make, report);
  if (!crowd.subject().abilities().dynamic) return;
  for (const u32 rest : {Crowd<Dim>::kMany, 1501u, 1499u, 400u}) {
    Report::Context context(report, "n=" + std::to_string(rest));
    crowd.remove_down_to(rest);
    const AllocationWatch watch;
    const u32 before = watched_allocations();
    for (u32 round = 0; round < 2000; ++round) {
      report.require(crowd.subject().remove(rest / 2).ok(), "remove failed");
      Id id = kNone;
      report.require(crowd.subject().insert(crowd.boxes()[round], {}, id).ok(), "insert failed");
    }
    const u32 count = watched_allocations() - before;
    if (count > 200) report.fail(std::to_string(count) + " allocations");
    for (u32 round = 0; round < 10; ++round) {
      crowd.remove_down_to(rest / 5);
      crowd.insert_up_to(rest);
    }
    const u32 later = watched_allocations() - before - count;
    // a round removes four fifths of the items and inserts as many; the limit allows for arrays
    // that grow by a factor of 1.5 at each reallocation
    if (later > 10 * 400) report.fail(std::to_string(later) + " allocations in ten rounds");
  }
}

// Compares an index and its pair events with the model under random changes and shrink().
template <int Dim>
class ShrinkingLife {
 public:
  ShrinkingLife(const SubjectMaker<Dim>& make, u64 seed, Report& report)
      : report_(report), random_(seed), subject_(make()) {}

  void run() {
    for (u32 step = 0; step < 120; ++step) {
      const u32 kind = random_.below(subject_->abilities().dynamic ? 12 : 3);
      if (kind == 0) build();
      if (kind == 1) update();
      if (kind == 2 && random_.one_in(3)) clear();
      for (u32 i = random_.below(40); kind > 2 && i > 0; --i) change(kind);
      if (random_.one_in(3)) subject_->shrink();
      if (random_.one_in(4)) track_pairs();
      if (random_.one_in(4)) background();
      if (random_.one_in(3)) subject_->shrink();
      compare();
    }
  }

 private:
  const Aabb<Dim>& some_box() { return boxes_[random_.below(static_cast<u32>(boxes_.size()))]; }

  void build() {
    std::vector<Aabb<Dim>> boxes(random_.below(random_.one_in(4) ? 400 : 40));
    for (auto& box : boxes) box = some_box();
    for (const Id id : model_.ids()) {
      if (id >= boxes.size()) renewed_.insert(id);
    }
    report_.require(subject_->build(boxes).ok(), "build failed");
    model_.build(boxes);
  }
  void update() {
    std::vector<Aabb<Dim>> boxes(model_.size());
    for (auto& box : boxes) box = some_box();
    u32 changed = 0;
    report_.require(subject_->update(boxes, changed).ok(), "update failed");
    model_.update(boxes);
  }
  void clear() {
    for (const Id id : model_.ids()) renewed_.insert(id);
    subject_->clear();
    model_.clear();
  }
  void change(u32 kind) {
    const std::vector<Id> ids = model_.ids();
    const bool removes = kind < 6;  // mostly the last id, so that arrays by id can shrink
    if (ids.empty() || kind > 8) {
      const Filter filter = random_.one_in(8) ? Filter{2, 3} : Filter{};
      const Aabb<Dim> box = some_box();
      Id id = kNone;
      report_.require(subject_->insert(box, filter, id).ok(), "insert failed");
      report_.require(model_.insert(box, filter) == id, "insert gives another id");
    } else if (removes) {
      const Id id =
          random_.one_in(3) ? ids[random_.below(static_cast<u32>(ids.size()))] : ids.back();
      report_.require(subject_->remove(id).ok(), "remove failed");
      model_.remove(id);
      renewed_.insert(id);
    } else {
      const Id id = ids[random_.below(static_cast<u32>(ids.size()))];
      bool changed = false;
      const Aabb<Dim> box = some_box();
      report_.require(subject_->move(id, box, {}, changed).ok(), "move failed");
      model_.move(id, box);
      report_.require(subject_->set_filter(id, {kind, 7}).ok(), "set_filter failed");
      model_.set_filter(id, {kind, 7});
    }
  }
  void background() {
    if (!subject_->abilities().background) return;
    u32 work = 0;
    bool swapped = false;
    report_.require(subject_->step(random_.below(300), work).ok(), "step failed");
    report_.require(subject_->commit(swapped).ok(), "commit failed");
  }

  void track_pairs() {
    std::set<std::pair<Id, Id>> now;
    const std::vector<Id> ids = model_.ids();
    for (const Id a : ids) {
      for (const Id b : ids) {
        if (a < b && overlaps(model_.item(a).box, model_.item(b).box) &&
            model_.item(a).filter.accepts(model_.item(b).filter)) {
          now.insert({a, b});
        }
      }
    }
    std::vector<IdPair> begins, ends;
    report_.require(subject_->update_pairs(begins, ends).ok(), "update_pairs failed");
    std::set<std::pair<Id, Id>> begun, ended;
    for (const IdPair& pair : begins) begun.insert({pair.a, pair.b});
    for (const IdPair& pair : ends) ended.insert({pair.a, pair.b});
    const auto goes_on = [&](const std::pair<Id, Id>& pair, const auto& other) {
      return other.count(pair) != 0 && renewed_.count(pair.first) == 0 &&
             renewed_.count(pair.second) == 0;
    };
    for (const auto& pair : now) {
      report_.require((begun.count(pair) != 0) == !goes_on(pair, pairs_), "another pair begins");
    }
    for (const auto& pair : pairs_) {
      report_.require((ended.count(pair) != 0) == !goes_on(pair, now), "another pair ends");
    }
    pairs_ = now;
    renewed_.clear();
  }

  void compare() {
    Comparison<Dim> comparison(*subject_, model_, report_);
    if (random_.one_in(2)) comparison.content();
    if (random_.one_in(4)) comparison.everything(probes_);
  }

  Report& report_;
  Random random_;
  std::unique_ptr<Subject<Dim>> subject_;
  std::vector<Aabb<Dim>> boxes_ = arrange<Dim>(Layout::kTouchingGrid, 200, 16);
  Probes<Dim> probes_ = probes_for<Dim>(boxes_, 2, 17);
  Model<Dim> model_;
  std::set<Id> renewed_;
  std::set<std::pair<Id, Id>> pairs_;
};

template <int Dim>
void shrinking_changes_no_result(const SubjectMaker<Dim>& make, Report& report) {
  for (u64 seed = 1; seed <= volume(6) && !report.full(); ++seed) {
    Report::Context context(report, "seed " + std::to_string(seed));
    ShrinkingLife<Dim>(make, seed, report).run();
  }
}

}  // namespace sapwood::test
