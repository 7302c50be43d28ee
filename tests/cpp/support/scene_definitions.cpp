#include "support/scene_definitions.hpp"

#include <cstdio>
#include <cstdlib>

#include "scenes_data.hpp"

namespace sapwood::test {
namespace {

using Kind = JsonValue::Kind;
using Keys = std::initializer_list<std::string_view>;

// Reads one object of a scene file. Keeps the first error and continues with zeros.
class SceneReader {
 public:
  SceneReader(const JsonValue& json, std::string where, std::string& error)
      : json_(json), where_(std::move(where)), error_(error) {
    if (json_.kind != Kind::kObject) fail("an object");
  }

  const std::string& where() const { return where_; }
  bool has(std::string_view key) const { return json_.find(key) != nullptr; }

  void allow_only(Keys keys) {
    for (const std::string& key : json_.keys) {
      bool known = false;
      for (const std::string_view allowed : keys) known |= key == allowed;
      if (!known) fail("no member " + key);
    }
  }

  std::string text(std::string_view key) {
    const JsonValue* value = require(key, Kind::kText);
    return value == nullptr ? std::string() : value->text;
  }

  int whole_number(std::string_view key) {
    const JsonValue* value = require(key, Kind::kNumber);
    if (value == nullptr) return 0;
    if (value->number < 0 || value->number > 2e9 || value->number != std::floor(value->number)) {
      fail("a whole number " + std::string(key));
      return 0;
    }
    return static_cast<int>(value->number);
  }

  bool flag(std::string_view key) {
    if (!has(key)) return false;
    const JsonValue* value = require(key, Kind::kBoolean);
    return value != nullptr && value->boolean;
  }

  SceneReader object(std::string_view key) {
    const JsonValue* value = require(key, Kind::kObject);
    return SceneReader(value == nullptr ? kNothing : *value, where_ + "." + std::string(key),
                       error_);
  }

  Recipe recipe() {
    Recipe recipe{text("kind"), {}};
    for (const std::string& key : json_.keys) {
      if (key == "kind") continue;
      const JsonValue* value = require(key, Kind::kNumber);
      if (value != nullptr) recipe.numbers.emplace_back(key, value->number);
    }
    return recipe;
  }

 private:
  static inline const JsonValue kNothing{Kind::kObject, false, 0, {}, {}, {}};

  const JsonValue* require(std::string_view key, Kind kind) {
    const JsonValue* value = json_.find(key);
    if (value != nullptr && value->kind == kind) return value;
    constexpr std::string_view kNames[] = {"null",     "a flag", "a number",
                                           "a string", "a list", "an object"};
    fail(std::string(kNames[static_cast<int>(kind)]) + " " + std::string(key));
    return nullptr;
  }

  void fail(const std::string& expected) {
    if (error_.empty()) error_ = where_ + ": expected " + expected;
  }

  const JsonValue& json_;
  std::string where_;
  std::string& error_;
};

PairGolden read_pairs(SceneReader reader) {
  const auto pairs = static_cast<std::uint64_t>(reader.whole_number("pairs"));
  return {pairs, reader.has("pairsHash") ? reader.text("pairsHash") : std::string()};
}

AnswerGolden read_answer(std::string_view kind, SceneReader reader) {
  reader.allow_only({"results", "hash"});
  const auto results = static_cast<std::uint64_t>(reader.whole_number("results"));
  return {std::string(kind), results, reader.text("hash")};
}

QueriesGolden read_queries(SceneReader reader, Keys kinds) {
  reader.allow_only({"count", "seed", "answers"});
  QueriesGolden golden;
  golden.count = reader.whole_number("count");
  if (reader.has("seed")) golden.seed = static_cast<std::uint32_t>(reader.whole_number("seed"));
  SceneReader answers = reader.object("answers");
  answers.allow_only(kinds);
  for (const std::string_view kind : kinds) {
    if (answers.has(kind)) golden.answers.push_back(read_answer(kind, answers.object(kind)));
  }
  return golden;
}

MotionGolden read_motion_golden(SceneReader reader) {
  reader.allow_only({"boxes", "pairs", "pairsHash"});
  return {reader.text("boxes"), read_pairs(reader)};
}

SceneGolden read_golden(SceneReader reader) {
  reader.allow_only({"boxes", "pairs", "pairsHash", "queries", "peerQueries", "motion"});
  SceneGolden golden;
  golden.boxes = reader.text("boxes");
  golden.pairs = read_pairs(reader);
  if (reader.has("queries")) {
    golden.queries = read_queries(reader.object("queries"), {"box", "point", "sphere", "ray",
                                                             "rayAll", "nearest", "frustum"});
  }
  if (reader.has("peerQueries")) {
    golden.peer_queries = read_queries(reader.object("peerQueries"),
                                       {"smallBox", "largeBox", "point", "ray", "nearest"});
  }
  if (reader.has("motion")) golden.motion = read_motion_golden(reader.object("motion"));
  return golden;
}

SceneDefinition read_scene(SceneReader reader, const std::string& group) {
  reader.allow_only({"id", "title", "dimensions", "count", "seed", "distribution", "motion",
                     "frames", "slow", "published", "golden"});
  SceneDefinition scene;
  scene.id = reader.text("id");
  scene.title = reader.text("title");
  scene.group = group;
  scene.dimensions = reader.whole_number("dimensions");
  scene.count = reader.whole_number("count");
  scene.seed = static_cast<std::uint32_t>(reader.whole_number("seed"));
  scene.distribution = reader.object("distribution").recipe();
  scene.slow = reader.flag("slow");
  if (reader.has("motion")) {
    scene.motion = reader.object("motion").recipe();
    scene.frames = reader.whole_number("frames");
  }
  if (reader.has("published")) {
    SceneReader published = reader.object("published");
    if (published.has("boxes")) scene.published_boxes = read_pairs(published.object("boxes"));
    if (published.has("motion")) scene.published_motion = read_pairs(published.object("motion"));
  }
  scene.golden = read_golden(reader.object("golden"));
  return scene;
}

std::vector<SceneDefinition> read_embedded_files() {
  std::vector<SceneDefinition> all;
  for (const SceneFile& file : kSceneFiles) {
    if (!file.name.ends_with(".json")) continue;
    SceneFileResult result = read_scene_file(file.text);
    if (!result.error.empty()) fail_scene(std::string(file.name) + ": " + result.error);
    for (SceneDefinition& scene : result.scenes) all.push_back(std::move(scene));
  }
  return all;
}

}  // namespace

SceneFileResult read_scene_file(std::string_view text) {
  SceneFileResult result;
  JsonResult json = parse_json(text);
  result.error = json.error;
  if (!result.error.empty()) return result;
  SceneReader file(json.value, "scene file", result.error);
  file.allow_only({"group", "scenes"});
  const std::string group = file.text("group");
  const JsonValue* scenes = json.value.find("scenes");
  if (scenes == nullptr || scenes->kind != Kind::kList) {
    if (result.error.empty()) result.error = "scene file: expected a list scenes";
    return result;
  }
  for (const JsonValue& scene : scenes->items) {
    const std::string where = group + "[" + std::to_string(result.scenes.size()) + "]";
    result.scenes.push_back(read_scene(SceneReader(scene, where, result.error), group));
  }
  return result;
}

const std::vector<SceneDefinition>& scene_definitions() {
  static const std::vector<SceneDefinition> kAll = [] {
    std::vector<SceneDefinition> all;
    for (SceneDefinition (*const make)() : kScenes) all.push_back(make());
    return all;
  }();
  return kAll;
}

const SceneDefinition& scene_definition(std::string_view id) {
  for (const SceneDefinition& scene : scene_definitions()) {
    if (scene.id == id) return scene;
  }
  fail_scene("no scene " + std::string(id));
}

std::string_view scene_table(std::string_view name) {
  for (const Table& table : kTables) {
    if (table.name == name) return table.text;
  }
  fail_scene("no table " + std::string(name));
}

void fail_scene(const std::string& message) {
  std::fprintf(stderr, "%s\n", message.c_str());
  std::abort();
}

}  // namespace sapwood::test
