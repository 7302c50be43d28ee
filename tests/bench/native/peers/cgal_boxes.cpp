// CGAL's box_self_intersection_d: a streamed segment tree that scans sets smaller than a cutoff
// along one axis. The default cutoff is 10; the best cutoff in this benchmark is about 500. Boxes
// are passed by pointer, as the CGAL manual advises for repeated calls, because CGAL sorts its
// input.
#include <CGAL/box_intersection_d.h>
#include <CGAL/version.h>

#include <algorithm>
#include <array>

#include "peers.hpp"

namespace sapwood::bench {
namespace {

template <int Dim>
class CgalTrial final : public Trial {
 public:
  CgalTrial(const Workload& work, int cutoff) : cutoff_(cutoff) {
    boxes_.reserve(work.count());
    for (u32 i = 0; i < work.count(); ++i) {
      const float* box = work.scene.set().box(i);
      // the constructor requires mutable arrays but does not change them
      std::array<float, Dim> low;
      std::array<float, Dim> high;
      std::copy(box, box + Dim, low.begin());
      std::copy(box + Dim, box + 2 * Dim, high.begin());
      boxes_.emplace_back(low, high, i);
    }
  }

  void run(u32, Results& out) override {
    pointers_.clear();
    for (Box& box : boxes_) pointers_.push_back(&box);
    const auto report = [&](const Box* a, const Box* b) {
      out.add_pair(a->id_of_item, b->id_of_item);
    };
    CGAL::box_self_intersection_d(pointers_.begin(), pointers_.end(), report,
                                  static_cast<std::ptrdiff_t>(cutoff_),
                                  CGAL::Box_intersection_d::CLOSED);
  }

 private:
  // boxes are identified by address, because explicit ids would add another word to each box
  using Interval =
      CGAL::Box_intersection_d::Box_d<float, Dim, CGAL::Box_intersection_d::ID_FROM_BOX_ADDRESS>;
  struct Box : Interval {
    Box(std::array<float, Dim>& low, std::array<float, Dim>& high, u32 item)
        : Interval(low.data(), high.data()), id_of_item(item) {}
    u32 id_of_item;
  };

  const int cutoff_;
  std::vector<Box> boxes_;
  std::vector<Box*> pointers_;
};

template <int Dim>
Contender contender_of(int cutoff) {
  const auto prepare = [cutoff](const Workload& work, Phase phase) -> std::unique_ptr<Trial> {
    if (phase != Phase::kPairs) return nullptr;
    return std::make_unique<CgalTrial<Dim>>(work, cutoff);
  };
  return {"cgal-boxes", {{"cutoff", std::to_string(cutoff)}}, true, prepare};
}

}  // namespace

std::string cgal_version() { return CGAL_VERSION_STR; }

std::vector<Contender> cgal_boxes_in(int dimensions) {
  if (dimensions == 2) return {contender_of<2>(10), contender_of<2>(500)};
  return {contender_of<3>(10), contender_of<3>(500)};
}

}  // namespace sapwood::bench
