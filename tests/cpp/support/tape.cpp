#include "support/tape.hpp"

#include "support/random.hpp"

namespace sapwood::test {

namespace {

template <int Dim>
class TapeRun {
 public:
  using Box = Aabb<Dim>;
  using Arguments = std::array<Argument<Dim>, kMaxArguments>;

  TapeRun(const SubjectMaker<Dim>& make, std::span<const u8> tape, const TapeSettings& settings,
          Report& report)
      : settings_(settings), report_(report), index_(make, report), tape_(tape, index_.model()) {}

  void run() {
    index_.query_volumes_along_rays(settings_.query_volumes_along_rays);
    for (u32 step = 1; !tape_.done() && !report_.full(); ++step) {
      const OperationSpec& spec = tape_.operation();
      Arguments arguments;
      for (u32 i = 0; i < spec.argument_count; ++i) arguments[i] = tape_.read(spec.arguments[i]);
      if (!index_.offers(spec.needs)) continue;
      Report::Context context(
          report_, [&] { return "step " + std::to_string(step) + ", " + std::string(spec.name); });
      play(spec.operation, arguments);
      index_.check_ids();
    }
    index_.finish();
    if (settings_.done) settings_.done(index_.tally(), index_.hash());
  }

 private:
  void play(Operation operation, Arguments& a) {
    switch (operation) {
      case Operation::kBuild:
      case Operation::kBuildStaged:
        return index_.build(a[0].boxes);
      case Operation::kBuildAgain:
        return build_again(a[0].boxes);
      case Operation::kClear:
        return index_.clear();
      case Operation::kInsert:
        if (room_for(1)) index_.insert(a[0].box, a[1].filter);
        return;
      case Operation::kInsertMany:
        if (room_for(a[0].boxes.size())) index_.insert_many(a[0].boxes);
        return;
      case Operation::kRemove:
        if (a[0].id != kNone) index_.remove(a[0].id);
        return;
      case Operation::kMove:
        if (a[0].id != kNone) index_.move(a[0].id, a[1].box, {});
        return;
      case Operation::kMoveBy:
        if (a[0].id != kNone) move_by(a[0].id, a[1].point, a[2].number);
        return;
      case Operation::kMoveMany:
        return move_many(a[0].number, a[1].boxes);
      case Operation::kSetFilter:
        if (a[0].id != kNone) index_.set_filter(a[0].id, a[1].filter);
        return;
      case Operation::kUpdate:
      case Operation::kUpdateStaged:
        return update(a[0].point, a[1].boxes);
      default:
        return tune(operation, a);
    }
  }

  void tune(Operation operation, Arguments& a) {
    switch (operation) {
      case Operation::kOptimize:
        return index_.optimize(a[0].number);
      case Operation::kRebuild:
        return index_.rebuild();
      case Operation::kRefit:
        return index_.refit();
      case Operation::kBeginBuild:
        return index_.begin_build(a[0].boxes);
      case Operation::kStepBuild:
        return index_.step_build(1 + a[0].number);
      case Operation::kStep:
        return index_.step(1 + a[0].number);
      case Operation::kCommit:
        return index_.commit();
      case Operation::kShiftOrigin:
        return index_.shift_origin(a[0].point);
      case Operation::kMerge:
        if (room_for(a[0].boxes.size())) index_.merge(a[0].boxes, a[1].filter);
        return;
      case Operation::kUpdatePairs:
        return index_.update_pairs();
      case Operation::kSaveAndLoad:
        return index_.save_and_load();
      case Operation::kLoadDamaged:
        return index_.load_damaged(a[0].damage);
      case Operation::kRefuseMemory:
        if (!settings_.refuse_memory) return;
        return index_.refuse_memory(a[0].number, a[1].number == 0
                                                     ? AllocationFailure::kOne
                                                     : AllocationFailure::kThisAndLater);
      default:
        return run_query(operation, a);
    }
  }

  void run_query(Operation operation, Arguments& a) {
    switch (operation) {
      case Operation::kQueryBox:
        return index_.query_box(a[0].box, a[1].filter);
      case Operation::kQueryBoxUntil:
        return index_.query_box_until(a[0].box, 1 + a[1].number);
      case Operation::kQueryPoint:
        return index_.query_point(a[0].point, a[1].filter);
      case Operation::kQuerySphere:
        return index_.query_sphere(a[0].point, a[1].length, a[2].filter);
      case Operation::kQueryFrustum:
        return query_frustum(a);
      case Operation::kRaycast:
        return index_.raycast({a[0].point, a[1].point, a[2].length}, a[3].filter);
      case Operation::kNearest:
        return index_.nearest(a[0].point, a[1].number, a[2].length, a[3].filter);
      case Operation::kQueryBoxes:
        return index_.query_boxes(std::array{a[0].box, a[1].box, a[2].box});
      case Operation::kRaycasts:
        return index_.raycasts(std::array{Ray<Dim>{a[0].point, a[1].point, a[4].length},
                                          Ray<Dim>{a[2].point, a[3].point, a[4].length}});
      case Operation::kNearestMany:
        return index_.nearest_many(std::array{a[0].point, a[1].point}, a[2].number);
      case Operation::kPairs:
        return index_.pairs();
      case Operation::kPairsWith:
        return index_.pairs_with(a[0].boxes, a[1].filter);
      case Operation::kValidate:
        return index_.validate();
      case Operation::kContent:
        return index_.content();
      case Operation::kNodes:
        return index_.nodes();
      default:
        report_.fail("no player for this operation");
    }
  }

  bool room_for(size_t count) const { return index_.model().size() + count <= kMaxTapeItems; }

  std::vector<Box> live_boxes() const {
    std::vector<Box> boxes;
    for (const Id id : index_.model().ids()) boxes.push_back(index_.model().item(id).box);
    return boxes;
  }
  // Returns the moved box, or the same box if the moved box would be invalid.
  static Box shifted(const Box& box, const Point<Dim>& by) {
    Box moved = box;
    for (int axis = 0; axis < Dim; ++axis) {
      moved.min[axis] += by[axis];
      moved.max[axis] += by[axis];
    }
    return is_valid(moved) ? moved : box;
  }

  void build_again(const std::vector<Box>& more) {
    std::vector<Box> boxes = live_boxes();
    if (boxes.size() + more.size() > kMaxTapeItems) boxes.resize(boxes.size() / 2);
    boxes.insert(boxes.end(), more.begin(), more.end());
    index_.build(boxes);
  }
  // `kind` selects whether the displacement that the index uses for prediction is zero, correct or
  // wrong.
  void move_by(Id id, const Point<Dim>& by, u32 kind) {
    Point<Dim> displacement{};
    if (kind > 0) displacement = by;
    if (kind == 3) displacement[0] = -by[0];
    index_.move(id, shifted(index_.model().item(id).box, by), displacement);
  }
  void move_many(u32 first, std::vector<Box>& boxes) {
    const std::vector<Id> live = index_.model().ids();
    std::vector<Id> ids;
    for (size_t i = first; i < live.size() && ids.size() < boxes.size(); i += 5) {
      ids.push_back(live[i]);
    }
    index_.move_many(ids, boxes);
  }
  void update(const Point<Dim>& by, const std::vector<Box>& elsewhere) {
    std::vector<Box> boxes = live_boxes();
    for (size_t i = 0; i < boxes.size(); ++i) {
      const size_t place = i % 8;
      if (place < elsewhere.size()) boxes[i] = elsewhere[place];
      if (place >= 4) boxes[i] = shifted(boxes[i], by);
    }
    index_.update(boxes);
  }
  void query_frustum(const Arguments& a) {
    if constexpr (Dim == 3) {
      index_.query_frustum({a[0].frustum, a[1].point, a[2].number}, a[3].filter);
    }
  }

  const TapeSettings& settings_;
  Report& report_;
  CheckedIndex<Dim> index_;
  TapeReader<Dim> tape_;
};

}  // namespace

template <int Dim>
void run_tape(const SubjectMaker<Dim>& make, std::span<const u8> tape, const TapeSettings& settings,
              Report& report) {
  TapeRun<Dim>(make, tape, settings, report).run();
}

template void run_tape(const SubjectMaker<2>&, std::span<const u8>, const TapeSettings&, Report&);
template void run_tape(const SubjectMaker<3>&, std::span<const u8>, const TapeSettings&, Report&);

std::vector<u8> random_tape(u64 seed, size_t length) {
  Random random(seed);
  std::vector<u8> tape(length);
  for (u8& byte : tape) byte = static_cast<u8>(random.below(256));
  return tape;
}

}  // namespace sapwood::test
