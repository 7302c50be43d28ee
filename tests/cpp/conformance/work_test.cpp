#include <cstdlib>
#include <fstream>
#include <map>

#include "conformance/work_suite.hpp"
#include "support/scene_definitions.hpp"
#include "support/subject_tests.hpp"

namespace sapwood::test {

SAPWOOD_SUBJECT_SUITE(Work, any_structure);

namespace {

using Lines = std::vector<std::string>;

// "dynamic-tree balance=height 3d" -> what each stage of its life cost, from golden_work.csv.
std::map<std::string, Lines> recorded_work() {
  std::map<std::string, Lines> recorded;
  std::string_view text = scene_file_text("golden_work.csv");
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    const size_t comma = line.find(',');
    if (comma != line.npos) {
      recorded[std::string(line.substr(0, comma))].emplace_back(line.substr(comma + 1));
    }
    text.remove_prefix(line.size() < text.size() ? line.size() + 1 : text.size());
  }
  return recorded;
}

void record(const char* path, const std::string& name, const Lines& lines) {
  std::ofstream file(path, std::ios::app);
  for (const std::string& line : lines) file << name << "," << line << "\n";
}

}  // namespace

TEST_P(Work, Visits_tests_and_nodes_are_those_on_record) {
  static std::map<std::string, Lines> recorded = recorded_work();
  const char* const path = std::getenv("SAPWOOD_RECORD_WORK");
  const auto compare = [&](const auto* structure) {
    for (const auto& variant : structure->variants) {
      const auto subject = variant.make();
      const std::string name = variant.name + " " + std::to_string(GetParam().dimensions) + "d";
      const Lines found = Life(*subject).lines();
      if (path != nullptr) record(path, name, found);
      EXPECT_EQ(found, path != nullptr ? found : recorded[name]) << name;
    }
  };
  std::visit(compare, GetParam().variants);
}

}  // namespace sapwood::test
