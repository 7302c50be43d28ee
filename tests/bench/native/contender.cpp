#include "contender.hpp"

namespace sapwood::bench {

const test::Queries& queries_of(const Workload& work, Phase phase) {
  if (phase == Phase::kSmallBoxes) return work.small_boxes;
  if (phase == Phase::kLargeBoxes) return work.large_boxes;
  return phase == Phase::kRays ? work.rays : work.nearest_points;
}

std::string label_of(const Contender& contender) {
  std::string label = contender.id;
  for (const auto& [name, value] : contender.options) label += " " + name + "=" + value;
  return label;
}

}  // namespace sapwood::bench
