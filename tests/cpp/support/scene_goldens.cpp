#include "support/scene_goldens.hpp"

#include "support/scene_queries.hpp"

namespace sapwood::test {
namespace {

using scene_oracle::IdList;

template <typename AddResult>
QueryGolden hash_results(std::string kind, const Queries& queries, AddResult add_result) {
  ResultHash hash;
  for (int i = 0; i < queries.count(); ++i) add_result(hash, queries[i]);
  return {std::move(kind), hash.results(), hash.hex()};
}

QueryGolden hash_sets(std::string kind, const Queries& queries, BoxSet set,
                      IdList (*query)(BoxSet, const float*)) {
  return hash_results(std::move(kind), queries, [=](ResultHash& hash, const float* values) {
    hash.add_set(query(set, values));
  });
}

IdList ids_of(const std::vector<RankedHit>& hits) {
  IdList ids;
  for (const RankedHit& hit : hits) ids.push_back(hit.id);
  return ids;
}

QueryGolden hash_closest(const Queries& rays, BoxSet set) {
  return hash_results("ray", rays, [=](ResultHash& hash, const float* ray) {
    const std::vector<RankedHit> hits = scene_oracle::raycast_all(set, ray);
    hash.add_id(hits.empty() ? kNoId : hits.front().id);
  });
}

QueryGolden hash_ray_all(const Queries& rays, BoxSet set) {
  return hash_results("rayAll", rays, [=](ResultHash& hash, const float* ray) {
    hash.add_sequence(ids_of(scene_oracle::raycast_all(set, ray)));
  });
}

QueryGolden hash_nearest(const Queries& points, BoxSet set) {
  return hash_results("nearest", points, [=](ResultHash& hash, const float* point) {
    hash.add_sequence(ids_of(scene_oracle::nearest(set, point, kNearestCount)));
  });
}

}  // namespace

std::vector<QueryGolden> query_goldens(const Scene& scene, int count, std::uint32_t seed) {
  const BoxSet set = scene.set();
  const Queries points = point_queries(scene, count, seed);
  const Queries rays = ray_queries(scene, count, seed);
  std::vector<QueryGolden> goldens = {
      hash_sets("box", box_queries(scene, count, seed), set, scene_oracle::query_box),
      hash_sets("point", points, set, scene_oracle::query_point),
      hash_sets("sphere", sphere_queries(scene, count, seed), set, scene_oracle::query_sphere),
      hash_closest(rays, set),
      hash_ray_all(rays, set),
      hash_nearest(points, set)};
  if (scene.dimensions == 3) {
    goldens.push_back(hash_sets("frustum", frustum_queries(scene, count, seed), set,
                                scene_oracle::query_frustum));
  }
  return goldens;
}

std::vector<QueryGolden> peer_query_goldens(const Scene& scene, int count) {
  const BoxSet set = scene.set();
  return {hash_sets("smallBox", peer_small_boxes(scene, count), set, scene_oracle::query_box),
          hash_sets("largeBox", peer_large_boxes(scene, count), set, scene_oracle::query_box),
          hash_sets("point", peer_points(scene, count), set, scene_oracle::query_point),
          hash_closest(peer_rays(scene, count), set),
          hash_nearest(peer_nearest_points(scene, count), set)};
}

PairGolden pair_golden(BoxSet set) {
  const IdList found = scene_oracle::sweep_pairs(set);
  return {found.size() / 2, pairs_hash(found)};
}

}  // namespace sapwood::test
