// A strict reader for the JSON of tests/scenes: RFC 8259 without surrogate pairs, no duplicate
// keys, at most 64 levels.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sapwood::test {

struct JsonValue {
  enum class Kind { kNull, kBoolean, kNumber, kText, kList, kObject };

  Kind kind = Kind::kNull;
  bool boolean = false;
  double number = 0;
  std::string text;
  std::vector<std::string> keys;  // of an object, beside its items
  std::vector<JsonValue> items;   // of a list or an object, in file order

  // The member of that name; null when there is none or this is no object.
  const JsonValue* find(std::string_view key) const;
};

struct JsonResult {
  JsonValue value;
  std::string error;  // empty on success, else what was expected and at which byte
};

JsonResult parse_json(std::string_view text);

}  // namespace sapwood::test
