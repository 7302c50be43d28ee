// Bullet's btDbvt, the tree of its broad phase. Leaves are inserted one by one, then the tree is
// tested against itself. Volumes are boxes without margins. Rays are not measured, because the ray
// test of btDbvt neither visits nodes in order nor stops early.
#include <BulletCollision/BroadphaseCollision/btDbvt.h>

#include "peers.hpp"

namespace sapwood::bench {
namespace {

btDbvtVolume volume_of(const float* box) {
  return btDbvtVolume::FromMM(btVector3(box[0], box[1], box[2]), btVector3(box[3], box[4], box[5]));
}

u32 id_of(const btDbvtNode* leaf) { return static_cast<u32>(leaf->dataAsInt); }

struct PairWriter : btDbvt::ICollide {
  explicit PairWriter(Results& to) : out(to) {}
  void Process(const btDbvtNode* a, const btDbvtNode* b) override {
    out.add_pair(id_of(a), id_of(b));
  }
  Results& out;
};

struct IdWriter : btDbvt::ICollide {
  explicit IdWriter(Results& to) : out(to) {}
  void Process(const btDbvtNode* leaf) override { out.add_id(id_of(leaf)); }
  Results& out;
};

class BulletTrial final : public Trial {
 public:
  BulletTrial(const Workload& work, Phase phase) : work_(work), phase_(phase) { insert_all(); }

  void run(u32, Results& out) override {
    if (phase_ == Phase::kSmallBoxes || phase_ == Phase::kLargeBoxes) {
      run_queries(queries_of(work_, phase_), out);
      return;
    }
    insert_all();
    if (phase_ == Phase::kPairs) write_pairs(out);
  }
  void confirm(Results& out) override {
    if (phase_ == Phase::kBuild) write_pairs(out);
  }

 private:
  void insert_all() {
    tree_.clear();
    for (u32 i = 0; i < work_.count(); ++i) {
      void* id = nullptr;
      btDbvtNode* leaf = tree_.insert(volume_of(work_.scene.set().box(i)), id);
      leaf->dataAsInt = static_cast<int>(i);
    }
  }
  void write_pairs(Results& out) {
    PairWriter writer(out);
    tree_.collideTT(tree_.m_root, tree_.m_root, writer);
  }
  void run_queries(const test::Queries& queries, Results& out) {
    IdWriter writer(out);
    for (int i = 0; i < queries.count(); ++i) {
      out.mark_query();
      tree_.collideTV(tree_.m_root, volume_of(queries[i]), writer);
    }
    out.mark_query();
  }

  const Workload& work_;
  const Phase phase_;
  btDbvt tree_;
};

std::unique_ptr<Trial> prepare(const Workload& work, Phase phase) {
  switch (phase) {
    case Phase::kPairs:
    case Phase::kBuild:
    case Phase::kSmallBoxes:
    case Phase::kLargeBoxes:
      return std::make_unique<BulletTrial>(work, phase);
    default:
      return nullptr;
  }
}

}  // namespace

std::string bullet_version() {
  return std::to_string(BT_BULLET_VERSION / 100) + "." + std::to_string(BT_BULLET_VERSION % 100);
}

std::vector<Contender> bullet_in(int dimensions) {
  if (dimensions != 3) return {};
  return {{"bullet-dbvt", {}, true, prepare}};
}

}  // namespace sapwood::bench
