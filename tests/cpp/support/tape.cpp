#include "support/tape.hpp"

#include "support/random.hpp"
#include "support/tape_reader.hpp"

namespace sapwood::test {

namespace {

template <int Dim>
class TapeRun {
 public:
  using Box = Aabb<Dim>;

  TapeRun(Subject<Dim>& subject, std::span<const u8> tape, const TapeSettings& settings,
          Report& report)
      : subject_(subject), tape_(tape), settings_(settings), report_(report) {}

  void run() {
    for (u32 step = 1; !tape_.done() && !report_.full(); ++step) {
      const u32 command = tape_.byte() % 32;
      Report::Context context(report_, [&] {
        return "step " + std::to_string(step) + ", command " + std::to_string(command);
      });
      obey(command);
      Comparison<Dim>(subject_, model_, report_).content();
      if (step % settings_.compare_every == 0) compare(step);
    }
    compare(0);
  }

 private:
  void obey(u32 command) {
    const bool dynamic = subject_.abilities().dynamic;
    if (dynamic && command < 10) return model_.size() < settings_.most_items ? insert() : remove();
    if (dynamic && command < 15) return remove();
    if (dynamic && command < 23) return move();
    if (dynamic && command < 25) return set_filter();
    if (command < 27) return optimise();
    if (command < 28) return save_and_load();
    if (command < 29) return build();
    update();
  }

  void insert() {
    const Box box = tape_.box<Dim>();
    const Filter filter = any_filter();
    Id id = kNone;
    succeed(subject_.insert(box, filter, id));
    report_.require(id == model_.insert(box, filter), "insert did not give the smallest free id");
  }
  void remove() {
    if (model_.size() == 0) return;
    const Id id = any_id();
    succeed(subject_.remove(id));
    model_.remove(id);
  }
  // Mostly a small step, as in a game; else anywhere. The displacement may be a lie.
  void move() {
    if (model_.size() == 0) return;
    const Id id = any_id();
    const u32 kind = tape_.byte() % 4;
    Box box = kind == 0 ? tape_.box<Dim>() : model_.item(id).box;
    Point<Dim> by{};
    if (kind > 1) by = tape_.point<Dim>();
    if (kind == 3) shift(box, by);
    bool changed = false;
    succeed(subject_.move(id, box, by, changed));
    model_.move(id, box);
  }
  void set_filter() {
    if (model_.size() == 0) return;
    const Id id = any_id();
    const Filter filter = any_filter();
    succeed(subject_.set_filter(id, filter));
    model_.set_filter(id, filter);
  }
  void clear() {
    subject_.clear();
    model_.clear();
  }
  // From the present boxes, fewer or more of them; clear() is rare, so that indices grow old.
  void build() {
    if (tape_.byte() % 16 == 0) return clear();
    std::vector<Box> boxes = live_boxes();
    const u32 count = tape_.below(8);
    for (u32 i = 0; i < count; ++i) boxes.push_back(tape_.box<Dim>());
    if (boxes.size() > settings_.most_items) boxes.resize(settings_.most_items / 2);
    succeed(subject_.build(boxes));
    model_.build(boxes);
  }
  void update() {
    std::vector<Box> boxes;
    const Point<Dim> by = tape_.point<Dim>();
    for (const Id id : model_.ids()) {
      boxes.push_back(model_.item(id).box);
      if (id % 3 != 0) shift(boxes.back(), by);
      if (id % 8 == 7) boxes.back() = tape_.box<Dim>();
    }
    u32 changed = 0;
    succeed(subject_.update(boxes, changed));
    report_.require(changed <= boxes.size(), "update counts more changes than there are items");
    model_.update(boxes);
  }
  void optimise() {
    if (!subject_.abilities().optimisable) return;
    if (tape_.byte() % 4 == 0) return succeed(subject_.rebuild());
    u32 spent = 0;
    succeed(subject_.optimise(tape_.below(100), spent));
  }
  void save_and_load() {
    Array<u8> bytes;
    succeed(subject_.save(bytes));
    succeed(subject_.load({bytes.data(), bytes.size()}));
  }

  void compare(u32 step) {
    Comparison<Dim>(subject_, model_, report_)
        .everything(probes_for<Dim>(live_boxes(), settings_.probes, step));
  }

  std::vector<Box> live_boxes() const {
    std::vector<Box> boxes;
    for (const Id id : model_.ids()) boxes.push_back(model_.item(id).box);
    return boxes;
  }
  void succeed(Status status) { report_.require(status.ok(), "the command failed"); }
  Id any_id() {
    const std::vector<Id> live = model_.ids();
    return live[tape_.below(static_cast<u32>(live.size()))];
  }
  Filter any_filter() {
    const u32 kind = tape_.byte() % 8;
    return kind < 5 ? Filter{} : Filter{1u << kind % 3, kind == 7 ? 2u : 0xFFFFFFFFu};
  }
  // Keeps the box valid: what would leave the world stays.
  static void shift(Box& box, const Point<Dim>& by) {
    Box moved = box;
    for (int axis = 0; axis < Dim; ++axis) {
      moved.min[axis] += by[axis];
      moved.max[axis] += by[axis];
    }
    if (is_valid(moved)) box = moved;
  }

  Subject<Dim>& subject_;
  TapeReader tape_;
  TapeSettings settings_;
  Report& report_;
  Model<Dim> model_;
};

}  // namespace

template <int Dim>
void run_tape(Subject<Dim>& subject, std::span<const u8> tape, const TapeSettings& settings,
              Report& report) {
  TapeRun<Dim>(subject, tape, settings, report).run();
}

template void run_tape(Subject<2>&, std::span<const u8>, const TapeSettings&, Report&);
template void run_tape(Subject<3>&, std::span<const u8>, const TapeSettings&, Report&);

std::vector<u8> random_tape(u64 seed, size_t length) {
  Random random(seed);
  std::vector<u8> tape(length);
  for (u8& byte : tape) byte = static_cast<u8>(random.below(256));
  return tape;
}

}  // namespace sapwood::test
