#include "arguments.hpp"

#include <cstdlib>
#include <string_view>

namespace sapwood::bench {
namespace {

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts;
  for (size_t begin = 0; begin < text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    if (end > begin) parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::string read_scenes(const std::string& text, Arguments& to) {
  to.scenes = split(text);
  for (const std::string& id : to.scenes) {
    bool known = false;
    for (const test::SceneDefinition& scene : test::scene_definitions()) {
      known |= scene.id == id && scene.group == "peers" && !scene.motion;
    }
    if (!known) return "--scene: tests/scenes/peers.json has no scene '" + id + "' that rests";
  }
  return {};
}

std::string read_phases(const std::string& text, Arguments& to) {
  for (const std::string& id : split(text)) {
    const PhaseInfo* found = nullptr;
    for (const PhaseInfo& phase : kPhases) {
      if (id == phase.id) found = &phase;
    }
    if (found == nullptr) return "--phase: no phase '" + id + "'";
    to.phases.push_back(found);
  }
  return {};
}

std::string read_number(std::string_view name, const std::string& text, double& to) {
  char* end = nullptr;
  to = std::strtod(text.c_str(), &end);
  if (end != text.c_str() && *end == '\0' && to > 0) return {};
  return std::string(name) + ": expected a number above 0, found '" + text + "'";
}

// Reads one `--name=value`. Returns an empty string or an error message.
std::string read_argument(const std::string& name, const std::string& value, Arguments& to) {
  double rounds = to.plan.rounds;
  std::string error;
  if (name == "--scene") return read_scenes(value, to);
  if (name == "--phase") return read_phases(value, to);
  if (name == "--sample-ms") return read_number(name, value, to.plan.sample_ms);
  if (name == "--warm-up-ms") return read_number(name, value, to.plan.warm_up_ms);
  if (name == "--budget-ms") return read_number(name, value, to.plan.budget_ms);
  if (name == "--slowest-ms") return read_number(name, value, to.plan.slowest_ms);
  if (name == "--rounds") {
    error = read_number(name, value, rounds);
    to.plan.rounds = static_cast<int>(rounds);
  } else if (name == "--structure") {
    to.only = split(value);
  } else if (name == "--output") {
    to.output = value;
  } else if (name == "--variants") {
    to.variants = split(value);
  } else {
    error = "unknown argument '" + name + "'";
  }
  return error;
}

}  // namespace

Arguments parse_arguments(int count, char** words, std::string& error) {
  Arguments arguments;
  for (int i = 1; i < count && error.empty(); ++i) {
    const std::string word = words[i];
    const size_t equals = std::min(word.find('='), word.size());
    const std::string value = equals < word.size() ? word.substr(equals + 1) : std::string();
    error = read_argument(word.substr(0, equals), value, arguments);
  }
  if (error.empty() && arguments.scenes.empty()) error = "--scene: expected the id of a scene";
  if (error.empty() && arguments.output.empty()) error = "--output: expected a file";
  if (arguments.phases.empty()) {
    for (const PhaseInfo& phase : kPhases) arguments.phases.push_back(&phase);
  }
  return arguments;
}

}  // namespace sapwood::bench
