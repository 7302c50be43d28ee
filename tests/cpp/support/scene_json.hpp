// Strict parser for the JSON of tests/scenes: RFC 8259 without surrogate pairs, no duplicate keys,
// at most 64 levels.
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
  std::vector<std::string> keys;  // of an object, parallel to its items
  std::vector<JsonValue> items;   // of a list or an object, in file order

  // Returns the member with this name, or null if there is none or the value is not an object.
  const JsonValue* find(std::string_view key) const;
};

struct JsonResult {
  JsonValue value;
  std::string error;  // empty on success, else the expected token and the byte offset
};

JsonResult parse_json(std::string_view text);

}  // namespace sapwood::test
