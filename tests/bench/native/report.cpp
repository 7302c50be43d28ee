#include "report.hpp"

#include "sapwood/simd/f32x4.hpp"

namespace sapwood::bench {
namespace {

std::string quoted(const std::string& text) {
  std::string json = "\"";
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') json += '\\';
    json += letter;
  }
  return json + "\"";
}

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.8g", value);
  return text;
}

void append_to(std::string& list, const std::string& item) {
  if (!list.empty()) list += ',';
  list += item;
}

// JSON object. Its members are in the order of the calls.
class Object {
 public:
  Object& text(const char* name, const std::string& value) { return raw(name, quoted(value)); }
  Object& count(const char* name, double value) { return raw(name, number(value)); }
  Object& raw(const char* name, const std::string& json) {
    append_to(members_, quoted(name) + ":" + json);
    return *this;
  }
  std::string json() const { return std::string("{").append(members_).append("}"); }

 private:
  std::string members_;
};

template <class List, class ToJson>
std::string list_of(const List& list, ToJson item_to_json) {
  std::string json;
  for (const auto& item : list) append_to(json, item_to_json(item));
  return std::string("[").append(json).append("]");
}

std::string check_to_json(const Check& check) {
  return Object()
      .text("against", check.against)
      .text("of", check.of)
      .text("hash", check.hash)
      .text("expected", check.expected)
      .json();
}

std::string library_to_json(const Library& library) {
  return Object()
      .text("id", library.id)
      .text("title", library.title)
      .text("package", library.package)
      .text("version", library.version)
      .json();
}

std::string options_to_json(const Contender& contender) {
  Object options;
  for (const auto& [name, value] : contender.options) options.text(name.c_str(), value);
  return options.json();
}

#if defined(__clang__)
constexpr const char* kCompiler = "clang " __clang_version__;
#else
constexpr const char* kCompiler = "g++ " __VERSION__;
#endif

}  // namespace

std::string to_json(const Row& row) {
  const test::SceneDefinition& scene = *row.work->definition;
  Object json;
  json.text("scene", scene.id)
      .count("dimensions", row.work->dimensions())
      .count("n", row.work->count())
      .count("seed", scene.seed)
      .text("phase", row.phase->id)
      .text("structure", row.contender->id)
      .raw("options", options_to_json(*row.contender))
      .raw("peer", row.contender->is_peer ? "true" : "false")
      .text("status", row.status)
      .text("note", row.note)
      .text("operation", row.phase->operation)
      .count("operations", row.operations)
      .count("calls", row.samples.calls)
      .raw("cpu", list_of(row.samples.cpu, number))
      .raw("wall", list_of(row.samples.wall, number))
      .raw("checks", list_of(row.checks, check_to_json));
  return json.json();
}

std::string to_json(const std::vector<Library>& libraries) {
  return Object()
      .text("compiler", kCompiler)
      .text("simd", simd::kBackEnd)
      .raw("libraries", list_of(libraries, library_to_json))
      .json();
}

bool write_report(const std::string& path, const std::vector<Library>& libraries,
                  const std::vector<std::string>& rows) {
  std::FILE* file = std::fopen(path.c_str(), "w");
  if (file == nullptr) return false;
  std::fprintf(file, "{\"program\":%s,\n\"rows\":[", to_json(libraries).c_str());
  for (size_t i = 0; i < rows.size(); ++i) {
    std::fprintf(file, "%s\n%s", i == 0 ? "" : ",", rows[i].c_str());
  }
  std::fprintf(file, "\n]}\n");
  return std::fclose(file) == 0;
}

}  // namespace sapwood::bench
