// Pair events of an index whose ids are reused. If a new item gets the id of a removed item, the
// pairs of the removed item end and the pairs of the new item begin. Worlds follow the same rule.
#include "support/report.hpp"
#include "support/subject.hpp"
#include "support/subject_tests.hpp"

namespace sapwood::test {

using IdPairs = std::vector<std::pair<Id, Id>>;

template <int Dim>
Aabb<Dim> edge_two_at(f32 at) {
  Aabb<Dim> box;
  for (int axis = 0; axis < Dim; ++axis) {
    box.min[axis] = at;
    box.max[axis] = at + 2;
  }
  return box;
}

template <int Dim>
class ReusedIds {
 public:
  using Box = Aabb<Dim>;

  ReusedIds(const SubjectMaker<Dim>& make, Report& report) : report_(report), subject_(make()) {
    // item 1 overlaps items 0 and 2; item 3 overlaps no other item
    boxes_ = {edge_two_at<Dim>(0), edge_two_at<Dim>(1), edge_two_at<Dim>(2.5f),
              edge_two_at<Dim>(9)};
    build(boxes_);
    expect("the first call", {{0, 1}, {1, 2}}, {});
  }

  Subject<Dim>& subject() { return *subject_; }
  const std::vector<Box>& boxes() const { return boxes_; }

  void build(const std::vector<Box>& boxes) {
    report_.require(subject_->build(boxes).ok(), "build failed");
  }
  void build_in_steps(const std::vector<Box>& boxes) {
    bool ok = subject_->begin_build(boxes).ok();
    bool done = false;
    u32 work = 0;
    while (ok && !done) ok = subject_->step_build(1000, work, done).ok();
    report_.require(ok, "a build in steps failed");
  }
  void remove(Id id) { report_.require(subject_->remove(id).ok(), "remove failed"); }
  void insert(const Box& box, const Filter& filter = {}) {
    Id id = kNone;
    report_.require(subject_->insert(box, filter, id).ok(), "insert failed");
  }
  void expect(const char* what, const IdPairs& begins, const IdPairs& ends) {
    Report::Context context(report_, what);
    std::vector<IdPair> begun, ended;
    report_.require(subject_->update_pairs(begun, ended).ok(), "update_pairs failed");
    report_.require(plain(begun) == begins, "other pairs begin");
    report_.require(plain(ended) == ends, "other pairs end");
  }

 private:
  static IdPairs plain(const std::vector<IdPair>& pairs) {
    IdPairs list;
    for (const IdPair& pair : pairs) list.emplace_back(pair.a, pair.b);
    return list;
  }

  Report& report_;
  std::unique_ptr<Subject<Dim>> subject_;
  std::vector<Box> boxes_;
};

template <int Dim>
void a_removed_item_is_replaced_by_an_equal_one(const SubjectMaker<Dim>& make, Report& report) {
  ReusedIds<Dim> ids(make, report);
  ids.remove(1);
  ids.insert(ids.boxes()[1]);
  ids.expect("once", {{0, 1}, {1, 2}}, {{0, 1}, {1, 2}});
  ids.expect("nothing since", {}, {});
  for (u32 i = 0; i < 3; ++i) {
    ids.remove(1);
    ids.insert(edge_two_at<Dim>(50.0f + static_cast<f32>(i)));
  }
  ids.remove(1);
  ids.insert(ids.boxes()[1]);
  ids.expect("several times", {{0, 1}, {1, 2}}, {{0, 1}, {1, 2}});
}

template <int Dim>
void both_items_of_a_pair_are_replaced(const SubjectMaker<Dim>& make, Report& report) {
  ReusedIds<Dim> ids(make, report);
  ids.remove(0);
  ids.remove(1);
  ids.insert(ids.boxes()[1]);
  ids.insert(ids.boxes()[0]);
  ids.expect("with boxes exchanged", {{0, 1}, {0, 2}}, {{0, 1}, {1, 2}});
}

template <int Dim>
void a_replaced_item_overlaps_others(const SubjectMaker<Dim>& make, Report& report) {
  ReusedIds<Dim> ids(make, report);
  ids.remove(1);
  ids.insert(edge_two_at<Dim>(1.5f));
  ids.expect("another box, the same partners", {{0, 1}, {1, 2}}, {{0, 1}, {1, 2}});
  ids.remove(1);
  ids.insert(edge_two_at<Dim>(8));
  ids.expect("another partner", {{1, 3}}, {{0, 1}, {1, 2}});
  ids.remove(1);
  ids.insert(edge_two_at<Dim>(8), {2, 2});
  ids.expect("a filter that keeps it apart", {}, {{1, 3}});
  ids.remove(3);
  ids.expect("nothing that was known", {}, {});
  ids.insert(edge_two_at<Dim>(8), {2, 2});
  ids.expect("an id that was free at the last call", {{1, 3}}, {});
}

template <int Dim>
void items_that_stay_are_not_replaced(const SubjectMaker<Dim>& make, Report& report) {
  ReusedIds<Dim> ids(make, report);
  bool changed = false;
  u32 count = 0;
  report.require(ids.subject().set_filter(1, {3, 1}).ok(), "set_filter failed");
  ids.expect("a filter that accepts the same pairs", {}, {});
  report.require(ids.subject().move(1, edge_two_at<Dim>(60), {}, changed).ok(), "move failed");
  report.require(ids.subject().move(1, ids.boxes()[1], {}, changed).ok(), "move failed");
  ids.expect("away and back", {}, {});
  ids.remove(3);
  report.require(ids.subject().move(1, edge_two_at<Dim>(1.5f), {}, changed).ok(), "move failed");
  ids.expect("another item was removed", {}, {});
  ids.insert(ids.boxes()[3]);
  report.require(ids.subject().update(ids.boxes(), count).ok(), "update failed");
  ids.expect("an update after an insert", {}, {});
}

// A new build does not replace the items: item i is the old item i, moved to the new box i.
template <int Dim>
void a_build_moves_items(const SubjectMaker<Dim>& make, Report& report) {
  ReusedIds<Dim> ids(make, report);
  ids.build(ids.boxes());
  ids.expect("the same boxes", {}, {});
  ids.build({ids.boxes()[0], ids.boxes()[3], ids.boxes()[1], ids.boxes()[2]});
  ids.expect("boxes exchanged", {{0, 2}, {2, 3}}, {{0, 1}, {1, 2}});
}

template <int Dim>
void items_that_a_build_leaves_out_are_removed(const SubjectMaker<Dim>& make, Report& report) {
  ReusedIds<Dim> ids(make, report);
  ids.build({ids.boxes()[0], ids.boxes()[1]});
  ids.build(ids.boxes());
  ids.expect("and come again", {{1, 2}}, {{1, 2}});
  ids.build({ids.boxes()[0], ids.boxes()[1]});
  ids.expect("and stay away", {}, {{1, 2}});
  ids.build(ids.boxes());
  ids.expect("and come later", {{1, 2}}, {});
}

template <int Dim>
void a_build_in_steps_is_a_build(const SubjectMaker<Dim>& make, Report& report) {
  if (!make()->abilities().progressive) return;
  ReusedIds<Dim> ids(make, report);
  ids.build_in_steps(ids.boxes());
  ids.expect("the same boxes", {}, {});
  ids.build_in_steps({ids.boxes()[0], ids.boxes()[1]});
  ids.build_in_steps(ids.boxes());
  ids.expect("items left out in between", {{1, 2}}, {{1, 2}});
  std::vector<Aabb<Dim>> more = ids.boxes();
  for (u32 i = 0; i < 200; ++i) more.push_back(edge_two_at<Dim>(100 + 3 * static_cast<f32>(i)));
  ids.build_in_steps(more);
  ids.expect("more items", {}, {});
  ids.remove(150);
  ids.insert(edge_two_at<Dim>(9));
  ids.expect("an item of the larger build", {{3, 150}}, {});
}

template <int Dim>
void a_clear_removes_all_items(const SubjectMaker<Dim>& make, Report& report) {
  ReusedIds<Dim> ids(make, report);
  ids.subject().clear();
  ids.build(ids.boxes());
  ids.expect("and a build", {{0, 1}, {1, 2}}, {{0, 1}, {1, 2}});
  u32 count = 0;
  report.require(ids.subject().update(ids.boxes(), count).ok(), "update failed");
  ids.expect("an update with the same boxes", {}, {});
  ids.subject().clear();
  ids.expect("and nothing else", {}, {{0, 1}, {1, 2}});
}

template <int Dim>
void a_cleared_index_is_filled_again(const SubjectMaker<Dim>& make, Report& report) {
  ReusedIds<Dim> ids(make, report);
  ids.subject().clear();
  for (const Aabb<Dim>& box : ids.boxes()) ids.insert(box);
  ids.expect("with the same items", {{0, 1}, {1, 2}}, {{0, 1}, {1, 2}});
}

// Serialized indices do not contain the reported pairs, so after load() all pairs begin again.
template <int Dim>
void a_loaded_index_begins_all_its_pairs(const SubjectMaker<Dim>& make, Report& report) {
  ReusedIds<Dim> ids(make, report);
  Array<u8> bytes;
  report.require(ids.subject().flush().ok() && ids.subject().save(bytes).ok(), "save failed");
  report.require(ids.subject().load({bytes.data(), bytes.size()}).ok(), "load failed");
  ids.expect("loaded", {{0, 1}, {1, 2}}, {});
}

SAPWOOD_SUBJECT_SUITE(ReusedId, is_dynamic);
SAPWOOD_SUBJECT_SUITE(PairEvents, any_structure);

TEST_P(ReusedId, Ends_and_begins_the_pairs_of_an_equal_item) {
  expect_sound(SAPWOOD_CHECKS(a_removed_item_is_replaced_by_an_equal_one));
}
TEST_P(ReusedId, Ends_and_begins_a_pair_of_two_new_items) {
  expect_sound(SAPWOOD_CHECKS(both_items_of_a_pair_are_replaced));
}
TEST_P(ReusedId, Ends_the_old_pairs_and_begins_those_of_the_new_item) {
  expect_sound(SAPWOOD_CHECKS(a_replaced_item_overlaps_others));
}
TEST_P(ReusedId, Causes_no_event_for_items_that_stay) {
  expect_sound(SAPWOOD_CHECKS(items_that_stay_are_not_replaced));
}
TEST_P(ReusedId, Ends_and_begins_the_pairs_of_a_cleared_index) {
  expect_sound(SAPWOOD_CHECKS(a_cleared_index_is_filled_again));
}
TEST_P(PairEvents, A_build_has_the_events_of_moved_items) {
  expect_sound(SAPWOOD_CHECKS(a_build_moves_items));
  expect_sound(SAPWOOD_CHECKS(items_that_a_build_leaves_out_are_removed));
  expect_sound(SAPWOOD_CHECKS(a_build_in_steps_is_a_build));
}
TEST_P(PairEvents, A_clear_ends_all_pairs) {
  expect_sound(SAPWOOD_CHECKS(a_clear_removes_all_items));
}
TEST_P(PairEvents, A_load_begins_all_pairs) {
  expect_sound(SAPWOOD_CHECKS(a_loaded_index_begins_all_its_pairs));
}

}  // namespace sapwood::test
