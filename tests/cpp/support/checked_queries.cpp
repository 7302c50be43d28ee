#include "support/checked_queries.hpp"

#include <cfloat>
#include <cstring>

namespace sapwood::test {

template <int Dim>
bool CheckedQueries<Dim>::offers(Need need) const {
  const Abilities can = subject_->abilities();
  switch (need) {
    case Need::kNothing:
    case Need::kSerializable:
      return true;
    case Need::kDynamic:
      return can.dynamic;
    case Need::kOptimizable:
      return can.optimizable;
    case Need::kRefitting:
      return can.refitting && !can.background;  // the ScenePruner of the package has no refit()
    case Need::kProgressive:
      return can.progressive;
    case Need::kBackground:
      return can.background;
    case Need::kShiftable:
      return can.shiftable;
    case Need::kMergeable:
      return can.mergeable;
    case Need::kFrustum:
      return Dim == 3;
  }
  return false;
}

template <int Dim>
std::unique_ptr<Subject<Dim>> CheckedQueries<Dim>::partner(Boxes boxes, const Filter& filter,
                                                           Model<Dim>& model) {
  std::unique_ptr<Subject<Dim>> other = make_();
  report_.require(other->build(boxes).ok(), "build of a partner failed");
  model.build(boxes);
  for (Id id = 0; id < boxes.size() && other->abilities().dynamic; id += 3) {
    report_.require(other->set_filter(id, filter).ok(), "set_filter of a partner failed");
    model.set_filter(id, filter);
  }
  return other;
}

template <int Dim>
void CheckedQueries<Dim>::query_box(const Box& box, const Filter& filter) {
  ++tally_.operations;
  compare().box(box, filter);
}

template <int Dim>
void CheckedQueries<Dim>::query_box_until(const Box& box, u32 most) {
  ++tally_.operations;
  std::vector<Id> found;
  QueryCounters counters;
  const IdSink stop = [&](Id id) {
    found.push_back(id);
    return found.size() < most;
  };
  const Status status = subject_->box(box, Filter::any(), counters, stop);
  for (const Id id : found) hash_.add(id);
  const std::vector<Id> expected = oracle::box(model_, box, Filter::any());
  std::sort(found.begin(), found.end());
  const bool sound = status.ok() && found.size() == std::min<size_t>(most, expected.size()) &&
                     std::adjacent_find(found.begin(), found.end()) == found.end() &&
                     std::includes(expected.begin(), expected.end(), found.begin(), found.end());
  report_.require(sound, "a stopped query reported too many, too few or wrong items");
}

template <int Dim>
void CheckedQueries<Dim>::query_point(const Point<Dim>& point, const Filter& filter) {
  ++tally_.operations;
  compare().point(point, filter);
}

template <int Dim>
void CheckedQueries<Dim>::query_sphere(const Point<Dim>& center, f32 radius, const Filter& filter) {
  ++tally_.operations;
  compare().sphere({center, radius}, filter);
}

template <int Dim>
void CheckedQueries<Dim>::query_frustum(const FrustumProbe& probe, const Filter& filter) {
  ++tally_.operations;
  compare().frustum(probe, filter);
}

template <int Dim>
void CheckedQueries<Dim>::raycast(const Ray<Dim>& ray, const Filter& filter) {
  ++tally_.operations;
  compare().ray(ray, filter);
  if (queries_volumes_along_rays_) volumes_along(ray, filter);
}

// Compares queries along a ray with the oracle: a capsule around the ray, casts along the ray, and
// the slab between the planes through its ends.
template <int Dim>
void CheckedQueries<Dim>::volumes_along(const Ray<Dim>& ray, const Filter& filter) {
  VolumeProbe<Dim> probe{{}, {ray.origin, ray.origin}, std::fabs(ray.direction[Dim - 1])};
  std::array<f64, 2> across{};
  for (int axis = 0; axis < Dim; ++axis) {
    const f32 way = ray.direction[axis];
    probe.segment.b[axis] += way;
    if (!std::isfinite(probe.segment.b[axis])) return;
    across[0] += static_cast<f64>(way) * static_cast<f64>(ray.origin[axis]);
    across[1] += static_cast<f64>(way) * static_cast<f64>(probe.segment.b[axis]);
  }
  for (const f32 side : {1.0f, -1.0f}) {
    for (int axis = 0; axis < Dim; ++axis) probe.planes.push_back(side * ray.direction[axis]);
    const f64 constant = side > 0 ? -across[0] : across[1];
    probe.planes.push_back(static_cast<f32>(std::clamp<f64>(constant, -FLT_MAX, FLT_MAX)));
  }
  compare_quietly().volume(probe, filter);
}

template <int Dim>
void CheckedQueries<Dim>::nearest(const Point<Dim>& point, u32 k, f32 reach, const Filter& filter) {
  ++tally_.operations;
  compare().nearest({point, k, reach}, filter);
}

template <int Dim>
void CheckedQueries<Dim>::start_batch(size_t queries) {
  ++tally_.operations;
  report_.require(subject_->flush_for(static_cast<u32>(queries)).ok(), "flush_for failed");
}

template <int Dim>
void CheckedQueries<Dim>::query_boxes(Boxes boxes) {
  start_batch(boxes.size());
  for (const Box& box : boxes) compare_quietly().box(box);
}

template <int Dim>
void CheckedQueries<Dim>::raycasts(std::span<const Ray<Dim>> rays) {
  start_batch(rays.size());
  for (const Ray<Dim>& ray : rays) compare_quietly().ray(ray);
}

template <int Dim>
void CheckedQueries<Dim>::nearest_many(std::span<const Point<Dim>> points, u32 k) {
  start_batch(points.size());
  for (const Point<Dim>& point : points) compare_quietly().nearest({point, k, HUGE_VALF});
}

template <int Dim>
void CheckedQueries<Dim>::pairs() {
  ++tally_.operations;
  tally_.pairs_compared += compare().pairs();
}

namespace {

// Searches pairs like the bindings for structures without pairs_with(): queries the larger index
// with each item of the smaller index.
template <int Dim>
Status pairs_by_lookup(Subject<Dim>& here, Subject<Dim>& there, QueryCounters& counters,
                       const PairSink& sink) {
  const bool from_here = here.items().size() <= there.items().size();
  const ItemStore<Dim>& items = (from_here ? here : there).items();
  Subject<Dim>& queried = from_here ? there : here;
  Status status = Status::success();
  for (Id id = items.first(); id != kNone && status.ok(); id = items.next(id)) {
    const auto pair = [&](Id other) { return from_here ? sink(id, other) : sink(other, id); };
    status = queried.box(items.box(id), items.filter(id), counters, pair);
  }
  return status;
}

}  // namespace

template <int Dim>
void CheckedQueries<Dim>::pairs_with(Boxes boxes, const Filter& filter) {
  ++tally_.operations;
  Report::Context context(report_, "pairs_with");
  Model<Dim> there;
  const std::unique_ptr<Subject<Dim>> other = partner(boxes, filter, there);
  std::vector<u64> found;
  QueryCounters counters;
  const Status status = subject_->abilities().pairable_with
                            ? subject_->pairs_with(*other, counters, into(found))
                            : pairs_by_lookup(*subject_, *other, counters, into(found));
  report_.require(status.ok() && counters.results == found.size(), "it failed or miscounts");
  std::sort(found.begin(), found.end());
  const std::vector<u64> expected = oracle::crossings(model_, there);
  tally_.pairs_compared += expected.size();
  report_.require(found == expected, "it found other pairs");
}

template <int Dim>
void CheckedQueries<Dim>::validate() {
  ++tally_.operations;
  report_.require(subject_->flush().ok(), "flush failed");
  for (const std::string& fault : subject_->validate()) report_.fail("validate: " + fault);
}

template <int Dim>
void CheckedQueries<Dim>::content() {
  ++tally_.operations;
  for (const Id id : model_.ids()) hash_.add(id);
  check_ids();
}

template <int Dim>
void CheckedQueries<Dim>::check_ids() {
  compare().content();
}

template <int Dim>
void CheckedQueries<Dim>::nodes() {
  ++tally_.operations;
  NodeDump dump;
  report_.require(subject_->flush().ok() && subject_->dump(dump).ok(), "dump failed");
  for (const f32 bound : dump.bounds) hash_.add(bound);
  for (const Array<u32>* list : {&dump.level, &dump.parent, &dump.item_count, &dump.items}) {
    for (const u32 word : *list) hash_.add(word);
  }
}

namespace {

void put_word(std::vector<u8>& bytes, size_t at, u32 word) {
  if (at + sizeof(word) <= bytes.size()) std::memcpy(bytes.data() + at, &word, sizeof(word));
}

u32 word_at(const std::vector<u8>& bytes, size_t at) {
  u32 word = 0;
  if (at + sizeof(word) <= bytes.size()) std::memcpy(&word, bytes.data() + at, sizeof(word));
  return word;
}

void damage_bytes(std::vector<u8>& bytes, const Damage::Edit& edit) {
  constexpr u32 kExtreme[] = {0,           1,           2,           0x7FFFFFFFu,
                              0x80000000u, 0xFFFFFFFEu, 0xFFFFFFFFu, 0x7FC00000u};
  const size_t payload = bytes.size() - sizeof(SerialHeader);
  if (payload == 0) return;
  const size_t at = sizeof(SerialHeader) + edit.at % payload;
  const size_t from = sizeof(SerialHeader) + edit.from % payload / 4 * 4;
  const size_t aligned = sizeof(SerialHeader) + edit.at % payload / 4 * 4;
  if (edit.kind == 0) bytes[at] = edit.value;
  if (edit.kind == 1) bytes[at] = static_cast<u8>(bytes[at] ^ 1 << edit.value % 8);
  if (edit.kind == 2) put_word(bytes, aligned, kExtreme[edit.value % 8]);
  if (edit.kind == 3) put_word(bytes, aligned, word_at(bytes, from));
  if (edit.kind == 4) bytes.resize(at);
}

void reseal(std::vector<u8>& bytes) {
  const u8* payload = bytes.data() + sizeof(SerialHeader);
  const SerialHeader header{kMagic, kFormatVersion, bytes.size(),
                            checksum(payload, bytes.size() - sizeof(SerialHeader))};
  std::memcpy(bytes.data(), &header, sizeof(header));
}

}  // namespace

template <int Dim>
void CheckedQueries<Dim>::load_damaged(const Damage& damage) {
  ++tally_.operations;
  Report::Context context(report_, "load of damaged bytes");
  Array<u8> saved;
  report_.require(subject_->flush().ok() && subject_->save(saved).ok(), "save failed");
  const std::vector<u8> sound(saved.begin(), saved.end());
  std::vector<u8> bytes = sound;
  for (const Damage::Edit& edit : damage.edits) damage_bytes(bytes, edit);
  if (damage.resealed) reseal(bytes);
  tally_.bytes_damaged += bytes.size();
  const std::unique_ptr<Subject<Dim>> other = make_();
  const Status status = other->load(bytes);
  report_.require(status.ok() || status.code == StatusCode::kBadData,
                  "the status is another error");
  const bool accepted = status.ok();
  if (bytes.size() == sound.size()) hash_.add(u32{accepted});
  report_.require(damage.resealed || bytes == sound || !accepted, "a wrong checksum was accepted");
  if (!accepted) return;
  report_.require(other->flush().ok(), "flush of the loaded index failed");
  const Model<Dim> model(other->items());
  std::vector<Box> boxes;
  for (const Id id : model.ids()) boxes.push_back(model.item(id).box);
  Comparison<Dim>(*other, model, report_).everything(probes_for<Dim>(boxes, 2, bytes.size()));
}

template <int Dim>
void CheckedQueries<Dim>::finish() {
  validate();
  content();
  pairs();
}

template class CheckedQueries<2>;
template class CheckedQueries<3>;

}  // namespace sapwood::test
