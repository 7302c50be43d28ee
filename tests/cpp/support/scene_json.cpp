#include "support/scene_json.hpp"

#include <algorithm>
#include <cstdlib>

namespace sapwood::test {
namespace {

constexpr int kMaxLevels = 64;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Recursive descent parser. Every step returns false after the first error.
class JsonReader {
 public:
  explicit JsonReader(std::string_view text) : text_(text) {}

  JsonResult read() {
    JsonResult result;
    if (read_value(result.value, 0) && at_ != text_.size()) expected("the end");
    result.error = error_;
    return result;
  }

 private:
  bool expected(std::string_view what) {
    if (error_.empty()) {
      error_ = "expected " + std::string(what) + " at byte " + std::to_string(at_);
    }
    return false;
  }

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  bool take(char wanted) {
    if (at_ >= text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }

  void skip_space() {
    while (at_ < text_.size() &&
           std::string_view(" \t\n\r").find(text_[at_]) != std::string::npos) {
      ++at_;
    }
  }

  bool read_value(JsonValue& value, int level) {
    if (level > kMaxLevels) return expected("fewer levels");
    skip_space();
    const bool read = read_bare_value(value, level);
    skip_space();
    return read;
  }

  bool read_bare_value(JsonValue& value, int level) {
    switch (peek()) {
      case '{':
        return read_object(value, level);
      case '[':
        return read_list(value, level);
      case '"':
        value.kind = JsonValue::Kind::kText;
        return read_text(value.text);
      case 't':
        value.boolean = true;
        value.kind = JsonValue::Kind::kBoolean;
        return read_word("true");
      case 'f':
        value.kind = JsonValue::Kind::kBoolean;
        return read_word("false");
      case 'n':
        return read_word("null");
      default:
        return read_number(value);
    }
  }

  bool read_word(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) return expected(word);
    at_ += word.size();
    return true;
  }

  bool skip_digits() {
    const std::size_t start = at_;
    while (is_digit(peek())) ++at_;
    return at_ > start;
  }

  bool read_number(JsonValue& value) {
    const std::size_t start = at_;
    take('-');
    if (!take('0') && !skip_digits()) return expected("a value");
    if (take('.') && !skip_digits()) return expected("a digit");
    if (take('e') || take('E')) {
      if (!take('+')) take('-');
      if (!skip_digits()) return expected("a digit");
    }
    value.kind = JsonValue::Kind::kNumber;
    value.number = std::strtod(std::string(text_.substr(start, at_ - start)).c_str(), nullptr);
    return true;
  }

  bool read_text(std::string& text) {
    if (!take('"')) return expected("a string");
    while (!take('"')) {
      if (at_ >= text_.size()) return expected("a closing quote");
      if (static_cast<unsigned char>(peek()) < 0x20) return expected("no control character");
      if (take('\\')) {
        if (!read_escape(text)) return false;
      } else {
        text += text_[at_++];
      }
    }
    return true;
  }

  bool read_escape(std::string& text) {
    constexpr std::string_view kEscapes = "\"\\/bfnrt";
    constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
    if (take('u')) return read_code_point(text);
    const std::size_t which = at_ < text_.size() ? kEscapes.find(text_[at_]) : std::string::npos;
    if (which == std::string_view::npos) return expected("an escape");
    text += kMeanings[which];
    ++at_;
    return true;
  }

  bool read_code_point(std::string& text) {
    unsigned code = 0;
    for (int i = 0; i < 4; ++i, ++at_) {
      const std::size_t digit = std::string_view("0123456789abcdef").find(lower(peek()));
      if (digit == std::string_view::npos) return expected("four hexadecimal digits");
      code = code * 16 + static_cast<unsigned>(digit);
    }
    if (code >= 0xd800 && code < 0xe000) return expected("no surrogate");
    if (code < 0x80) {
      text += static_cast<char>(code);
    } else if (code < 0x800) {
      text += static_cast<char>(0xc0 | (code >> 6));
      text += static_cast<char>(0x80 | (code & 0x3f));
    } else {
      text += static_cast<char>(0xe0 | (code >> 12));
      text += static_cast<char>(0x80 | ((code >> 6) & 0x3f));
      text += static_cast<char>(0x80 | (code & 0x3f));
    }
    return true;
  }

  static char lower(char c) { return c >= 'A' && c <= 'F' ? static_cast<char>(c + 32) : c; }

  bool read_list(JsonValue& value, int level) {
    value.kind = JsonValue::Kind::kList;
    take('[');
    skip_space();
    if (take(']')) return true;
    do {
      value.items.emplace_back();
      if (!read_value(value.items.back(), level + 1)) return false;
    } while (take(','));
    return take(']') || expected("a comma or ]");
  }

  bool read_object(JsonValue& value, int level) {
    value.kind = JsonValue::Kind::kObject;
    take('{');
    skip_space();
    if (take('}')) return true;
    do {
      std::string key;
      skip_space();
      if (!read_text(key)) return false;
      if (value.find(key) != nullptr) return expected("no second " + key);
      skip_space();
      if (!take(':')) return expected("a colon");
      value.keys.push_back(key);
      value.items.emplace_back();
      if (!read_value(value.items.back(), level + 1)) return false;
    } while (take(','));
    return take('}') || expected("a comma or }");
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string error_;
};

}  // namespace

const JsonValue* JsonValue::find(std::string_view key) const {
  const auto found = std::find(keys.begin(), keys.end(), key);
  return found == keys.end() ? nullptr : &items[static_cast<std::size_t>(found - keys.begin())];
}

JsonResult parse_json(std::string_view text) { return JsonReader(text).read(); }

}  // namespace sapwood::test
