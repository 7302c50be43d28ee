// Random interleavings of the operations of the scene pruner, compared with plain boxes.
#include "structures/scene_pruner_cases.hpp"

namespace sapwood::test {
namespace {

using namespace pruner_cases;

template <int Dim>
class Tape {
 public:
  Tape(u64 seed, u32 crowd) : random_(seed), crowd_(crowd) {}

  void run(u32 commands) {
    for (u32 i = 0; i < commands && !::testing::Test::HasFailure(); ++i) {
      SCOPED_TRACE("command " + std::to_string(i));
      play();
      if (i % 500 == 0) {
        ASSERT_EQ(faults_of(index_), std::vector<std::string>{});
        ASSERT_EQ(pair_keys(index_), model_.pair_keys());
      }
    }
  }

  u32 swaps() const { return swaps_; }
  u32 states_seen() const { return states_seen_; }

 private:
  void play() {
    const u32 kind = random_.below(1000);
    if (kind < 190) {
      compare();
    } else if (kind < 400) {
      if (model_.size() < crowd_) add();
    } else if (kind < 560) {
      remove();
    } else if (kind < 780) {
      move();
    } else if (kind < 920) {
      step();
    } else if (kind < 990) {
      commit_and_check();
    } else if (kind < 996) {
      merge();
    } else if (kind < 998) {
      shift();
    } else {
      update();
    }
  }

  Id someone() {
    Id id = random_.below(model_.end() + 1);
    for (u32 tries = 0; tries < model_.end() && !model_.has(id); ++tries) {
      id = (id + 1) % (model_.end() + 1);
    }
    return model_.has(id) ? id : kNone;
  }

  void compare() {
    const Aabb<Dim> area = some_box<Dim>(random_);
    ASSERT_EQ(hits(index_, area), model_.hits(area));
    Point<Dim> point;
    for (f32& value : point.v) value = coarse(random_, 0, 500) - 30;
    ASSERT_EQ(nearest_id(index_, point), model_.nearest_id(point));
  }
  void add() {
    const Aabb<Dim> box = some_box<Dim>(random_);
    const Id id = insert(index_, box);
    ASSERT_EQ(id, model_.insert(box));
    const Ids found = hits(index_, box);
    ASSERT_TRUE(std::binary_search(found.begin(), found.end(), id)) << "a new item is missed";
  }
  void remove() {
    const Id id = someone();
    if (id == kNone) return;
    ASSERT_TRUE(index_.remove(id).ok());
    model_.remove(id);
  }
  void move() {
    const Id id = someone();
    if (id == kNone) return;
    Aabb<Dim> box = some_box<Dim>(random_);
    if (random_.one_in(2)) {
      box = model_.box(id);
      box.min[0] += 0.125f;
      box.max[0] += 0.125f;
    }
    pruner_cases::move(index_, id, box);
    model_.move(id, box);
  }
  void step() {
    const u32 budget = 1 + random_.below(40);
    u32 work = 0;
    ASSERT_TRUE(index_.step(budget, work).ok());
    ASSERT_LE(work, budget);
    states_seen_ |= 1u << index_.state();
  }
  void commit_and_check() {
    const bool due = index_.state() == static_cast<u32>(RebuildState::kFinished);
    const bool swapped = commit(index_);
    ASSERT_EQ(swapped, due) << "swaps exactly when finished";
    swaps_ += swapped ? 1 : 0;
    states_seen_ |= 1u << index_.state();
    ASSERT_EQ(faults_of(index_), std::vector<std::string>{});
  }
  void merge() {
    if (model_.size() + 12 > crowd_) return;
    const Boxes<Dim> boxes = cloud<Dim>(1 + random_.below(12), random_.next());
    ScenePruner<Dim> other;
    Array<Id> ids;
    ASSERT_TRUE(other.build(boxes.data(), static_cast<u32>(boxes.size())).ok());
    ASSERT_TRUE(index_.merge(other, ids).ok());
    for (size_t i = 0; i < boxes.size(); ++i) ASSERT_EQ(ids[i], model_.insert(boxes[i]));
  }
  void shift() {
    Point<Dim> by;
    for (f32& value : by.v) value = coarse(random_, 0, 80) - 5;
    ASSERT_TRUE(index_.shift_origin(by).ok());
    model_.shift(by);
  }
  void update() {
    Boxes<Dim> boxes;
    for (Id id = 0; id < model_.end(); ++id) {
      if (!model_.has(id)) continue;
      boxes.push_back(random_.one_in(3) ? some_box<Dim>(random_) : model_.box(id));
      model_.move(id, boxes.back());
    }
    u32 changed = 0;
    ASSERT_TRUE(index_.update(boxes.data(), changed).ok());
  }

  Random random_;
  const u32 crowd_;
  ScenePruner<Dim> index_;
  PlainModel<Dim> model_;
  u32 swaps_ = 0;
  u32 states_seen_ = 0;
};

template <int Dim>
void play_tape(u64 seed, u32 crowd, u32 commands) {
  Tape<Dim> tape(seed, crowd);
  tape.run(commands);
  EXPECT_GT(tape.swaps(), 10u);
  EXPECT_EQ(tape.states_seen(), 0x7Fu) << "each of the seven states was seen";
}

TEST(ScenePruner, PX18_any_interleaving_of_100000_commands_equals_the_oracle) {
  play_tape<2>(1, 120, 50000);
  play_tape<3>(2, 120, 50000);
}

TEST(ScenePruner, PX18_crowded_and_sparse_interleavings_equal_the_oracle) {
  play_tape<2>(3, 600, 15000);
  play_tape<3>(4, 13, 15000);
}

}  // namespace
}  // namespace sapwood::test
