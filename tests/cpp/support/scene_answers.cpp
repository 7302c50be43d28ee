#include "support/scene_answers.hpp"

#include "support/scene_queries.hpp"

namespace sapwood::test {
namespace {

using scene_oracle::IdList;

template <typename AddAnswer>
AnswerGolden answer_all(std::string kind, const Queries& queries, AddAnswer add_answer) {
  ResultHash hash;
  for (int i = 0; i < queries.count(); ++i) add_answer(hash, queries[i]);
  return {std::move(kind), hash.results(), hash.hex()};
}

AnswerGolden answer_sets(std::string kind, const Queries& queries, BoxSet set,
                         IdList (*query)(BoxSet, const float*)) {
  return answer_all(std::move(kind), queries, [=](ResultHash& hash, const float* values) {
    hash.add_set(query(set, values));
  });
}

IdList ids_of(const std::vector<RankedHit>& hits) {
  IdList ids;
  for (const RankedHit& hit : hits) ids.push_back(hit.id);
  return ids;
}

AnswerGolden answer_closest(const Queries& rays, BoxSet set) {
  return answer_all("ray", rays, [=](ResultHash& hash, const float* ray) {
    const std::vector<RankedHit> hits = scene_oracle::raycast_all(set, ray);
    hash.add_id(hits.empty() ? kNoId : hits.front().id);
  });
}

AnswerGolden answer_ray_all(const Queries& rays, BoxSet set) {
  return answer_all("rayAll", rays, [=](ResultHash& hash, const float* ray) {
    hash.add_sequence(ids_of(scene_oracle::raycast_all(set, ray)));
  });
}

AnswerGolden answer_nearest(const Queries& points, BoxSet set) {
  return answer_all("nearest", points, [=](ResultHash& hash, const float* point) {
    hash.add_sequence(ids_of(scene_oracle::nearest(set, point, kNearestCount)));
  });
}

}  // namespace

std::vector<AnswerGolden> answer_queries(const Scene& scene, int count, std::uint32_t seed) {
  const BoxSet set = scene.set();
  const Queries points = point_queries(scene, count, seed);
  const Queries rays = ray_queries(scene, count, seed);
  std::vector<AnswerGolden> answers = {
      answer_sets("box", box_queries(scene, count, seed), set, scene_oracle::query_box),
      answer_sets("point", points, set, scene_oracle::query_point),
      answer_sets("sphere", sphere_queries(scene, count, seed), set, scene_oracle::query_sphere),
      answer_closest(rays, set),
      answer_ray_all(rays, set),
      answer_nearest(points, set)};
  if (scene.dimensions == 3) {
    answers.push_back(answer_sets("frustum", frustum_queries(scene, count, seed), set,
                                  scene_oracle::query_frustum));
  }
  return answers;
}

std::vector<AnswerGolden> answer_peer_queries(const Scene& scene, int count) {
  const BoxSet set = scene.set();
  return {answer_sets("smallBox", peer_small_boxes(scene, count), set, scene_oracle::query_box),
          answer_sets("largeBox", peer_large_boxes(scene, count), set, scene_oracle::query_box),
          answer_sets("point", peer_points(scene, count), set, scene_oracle::query_point),
          answer_closest(peer_rays(scene, count), set),
          answer_nearest(peer_nearest_points(scene, count), set)};
}

PairGolden answer_pairs(BoxSet set) {
  const IdList found = scene_oracle::sweep_pairs(set);
  return {found.size() / 2, pairs_hash(found)};
}

}  // namespace sapwood::test
