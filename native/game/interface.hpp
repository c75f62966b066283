// Requests (text) and answers (JSON) of the core; see docs/architecture.md.
#pragma once
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <stdexcept>
#include <string>

#include "control.hpp"

#if defined(_WIN32)
#define EXPORTED extern "C" __declspec(dllexport)
#else
// The attribute "used" also exports a function from WebAssembly.
#define EXPORTED extern "C" __attribute__((visibility("default"), used))
#endif

namespace spiderpos {

enum Status { IMPOSSIBLE, SOLVED, UNDECIDED, BROKEN };

// Reads words and numbers, separated by blanks or line ends, from left to right.  Throws invalid_argument if the
// next one isn't as expected.
class Request {
 public:
  explicit Request(const char* text) : next_(text) {}

  int32_t next(int32_t least, int32_t most) {
    char* end;
    const long number = std::strtol(skip(), &end, 10);
    if (end == next_ || !(is_blank(*end) || !*end)) throw std::invalid_argument("expected a number");
    if (number < least || number > most) throw std::invalid_argument("number out of range");
    next_ = end;
    return (int32_t)number;
  }
  std::string word() {
    const char* const begin = skip();
    while (*next_ && !is_blank(*next_)) next_++;
    return std::string(begin, next_);
  }
  // Read the name of a section; throw if it isn't this one.
  void named(const char* name) {
    if (word() != name) throw std::invalid_argument("expected another section");
  }
  void end() {
    if (*skip()) throw std::invalid_argument("unexpected text after the request");
  }

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\n'; }
  const char* skip() {
    while (is_blank(*next_)) next_++;
    return next_;
  }

  const char* next_;
};

// Writes a JSON object; the caller adds the closing brace.
class Json {
 public:
  std::string text = "{";

  void key(const char* name) {
    if (text.size() > 1) text += ',';
    ((text += '"') += name) += "\":";
  }
  void add(const char* name, int64_t number) {
    key(name);
    text += std::to_string(number);
  }
  void add(const char* name, const std::string& word) {
    key(name);
    ((text += '"') += word) += '"';
  }
  // Add an array; `write` writes each item.
  template <class Items, class Write>
  void rows(const char* name, const Items& items, const Write& write) {
    key(name);
    array(items, write);
  }
  template <class Items, class Write>
  void array(const Items& items, const Write& write) {
    text += '[';
    bool first = true;
    for (const auto& item : items) {
      if (!first) text += ',';
      first = false;
      write(item);
    }
    text += ']';
  }
  template <class Numbers>
  void array(const Numbers& numbers) {
    array(numbers, [&](const auto& number) { text += std::to_string((int64_t)number); });
  }
  void array(std::initializer_list<int64_t> numbers) {
    array<std::initializer_list<int64_t>>(numbers);
  }
};

inline std::string hexadecimal(uint64_t value) {
  std::string digits;
  for (int shift = 60; shift >= 0; shift -= 4) digits += "0123456789abcdef"[value >> shift & 15];
  return digits;
}

// Copy a text to memory that the caller frees with spiderpos_free; null if there isn't enough.
inline char* give(const std::string& text) {
  char* const copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy) std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

EXPORTED inline void spiderpos_free(void* answer) {
  std::free(answer);
}

}  // namespace spiderpos
