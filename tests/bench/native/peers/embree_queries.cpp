// Closest hits by rtcIntersect1 and nearest boxes by rtcPointQuery, on a tree split by the
// surface-area heuristic. Embree calls a callback for each box. The callbacks compare distances in
// double precision, as the goldens require. Embree receives a search radius that is rounded up to
// float32.
#include "embree_boxes.hpp"
#include "neighbors.hpp"

namespace sapwood::bench {
namespace {

constexpr EmbreeQuality kSplits{RTC_BUILD_QUALITY_MEDIUM, RTC_BUILD_QUALITY_MEDIUM};

// State of a ray: its closest hit with a solid box so far. Among equal distances, the box with the
// smallest id is the closest.
struct RayState {
  double origin[3];
  double inverse[3];
  double max_distance;  // in multiples of the length of the direction
  u32 id;

  void start(const float* ray) {
    double squared = 0;
    for (int d = 0; d < 3; ++d) {
      origin[d] = ray[d];
      inverse[d] = 1 / static_cast<double>(ray[3 + d]);
      squared += static_cast<double>(ray[3 + d]) * static_cast<double>(ray[3 + d]);
    }
    max_distance = static_cast<double>(ray[6]) / std::sqrt(squared);
    id = kNone;
  }
  // Returns true if the box is the new closest hit.
  bool test_box(const float* box, u32 candidate) {
    double enter = 0;
    double leave = max_distance;
    for (int d = 0; d < 3; ++d) {
      const double low = (static_cast<double>(box[d]) - origin[d]) * inverse[d];
      const double high = (static_cast<double>(box[3 + d]) - origin[d]) * inverse[d];
      enter = std::max(enter, std::min(low, high));
      leave = std::min(leave, std::max(low, high));
    }
    if (enter > leave || (enter == max_distance && id != kNone && id < candidate)) return false;
    max_distance = enter;
    id = candidate;
    return true;
  }
};

// Callback for single rays. Embree passes a single ray as a packet of which only the first element
// is used.
void intersect(const RTCIntersectFunctionNArguments* arguments) {
  if (arguments->valid[0] == 0) return;
  const auto& boxes = *static_cast<EmbreeBoxes*>(arguments->geometryUserPtr);
  auto& state = *static_cast<RayState*>(boxes.query);
  const u32 id = arguments->primID;
  if (!state.test_box(boxes.box(id), id)) return;
  auto* hit = reinterpret_cast<RTCRayHit*>(arguments->rayhit);
  hit->ray.tfar = round_up_to_float(state.max_distance);
  hit->hit.geomID = arguments->geomID;
  hit->hit.primID = id;
}

void cast(RTCScene scene, RTCRayHit& ray) {
#if RTC_VERSION_MAJOR >= 4
  rtcIntersect1(scene, &ray, nullptr);
#else
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  rtcIntersect1(scene, &context, &ray);
#endif
}

RTCRayHit to_embree(const float* ray, float max_distance) {
  RTCRayHit query{};
  query.ray.org_x = ray[0];
  query.ray.org_y = ray[1];
  query.ray.org_z = ray[2];
  query.ray.dir_x = ray[3];
  query.ray.dir_y = ray[4];
  query.ray.dir_z = ray[5];
  query.ray.tfar = max_distance;
  query.ray.mask = 0xffffffffu;
  query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
  return query;
}

struct Search {
  const EmbreeBoxes* boxes;
  const float* point;
  Neighbors found;
};

bool visit_box(RTCPointQueryFunctionArguments* arguments) {
  auto& search = *static_cast<Search*>(arguments->userPtr);
  const u32 id = arguments->primID;
  const double squared = squared_distance<3>(search.boxes->box(id), search.point);
  if (!search.found.insert({squared, id})) return false;
  const double squared_radius = search.found.squared_radius();
  if (squared_radius == std::numeric_limits<double>::infinity()) return false;
  arguments->query->radius = round_up_to_float(std::sqrt(squared_radius));
  return true;
}

class EmbreeQueryTrial final : public Trial {
 public:
  EmbreeQueryTrial(std::shared_ptr<EmbreeDevice> device, const Workload& work, Phase phase)
      : device_(std::move(device)),
        work_(work),
        phase_(phase),
        boxes_(*device_, work.count(), kSplits) {
    boxes_.query = &ray_state_;
    rtcSetGeometryIntersectFunction(boxes_.geometry(), intersect);
    boxes_.commit(work.scene.boxes.data());
  }

  void run(u32, Results& out) override {
    if (phase_ == Phase::kRays) {
      cast_rays(out);
    } else {
      find_nearest(out);
    }
  }

 private:
  void cast_rays(Results& out) {
    for (int i = 0; i < work_.rays.count(); ++i) {
      const float* ray = work_.rays[i];
      ray_state_.start(ray);
      RTCRayHit query = to_embree(ray, round_up_to_float(ray_state_.max_distance));
      cast(boxes_.scene(), query);
      out.add_hit(ray_state_.id, ray_state_.max_distance);
    }
  }

  void find_nearest(Results& out) {
    RTCPointQueryContext context;
    rtcInitPointQueryContext(&context);
    Search search{&boxes_, nullptr, {}};
    for (int i = 0; i < work_.nearest_points.count(); ++i) {
      search.point = work_.nearest_points[i];
      search.found.clear();
      RTCPointQuery query{};
      query.x = search.point[0];
      query.y = search.point[1];
      query.z = search.point[2];
      query.radius = std::numeric_limits<float>::infinity();
      rtcPointQuery(boxes_.scene(), &query, &context, visit_box, &search);
      search.found.write(out);
    }
  }

  std::shared_ptr<EmbreeDevice> device_;
  const Workload& work_;
  const Phase phase_;
  EmbreeBoxes boxes_;
  RayState ray_state_{};
};

}  // namespace

std::unique_ptr<Trial> embree_queries(std::shared_ptr<EmbreeDevice> device, const Workload& work,
                                      Phase phase) {
  if (phase != Phase::kRays && phase != Phase::kNearestBoxes) return nullptr;
  return std::make_unique<EmbreeQueryTrial>(std::move(device), work, phase);
}

}  // namespace sapwood::bench
