// What the C interfaces of the searches share: reading a request, giving an answer.
#pragma once
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <vector>

#include "control.hpp"

#if defined(_WIN32)
#define EXPORTED extern "C" __declspec(dllexport)
#else
// "used" exports it from WebAssembly too.
#define EXPORTED extern "C" __attribute__((visibility("default"), used))
#endif

namespace spiderpos {

enum Status { IMPOSSIBLE, SOLVED, UNDECIDED, BROKEN };
// Why undecided.
enum Reason { NO_REASON, TIME, MEMORY, CANCELLED, PATH, TOO_MANY };

inline Reason reason_of(Stop why) {
  return why == Stop::TIME ? TIME : why == Stop::MEMORY ? MEMORY : CANCELLED;
}

// A request is read from left to right.
class Request {
 public:
  Request(const int32_t* words, int64_t length) : at_(words), end_(words + length) {}
  int32_t next(int32_t least, int32_t most) {
    if (at_ == end_) throw std::invalid_argument("the request is too short");
    if (*at_ < least || *at_ > most) throw std::invalid_argument("a number out of range");
    return *at_++;
  }
  void end() const {
    if (at_ != end_) throw std::invalid_argument("the request is too long");
  }

 private:
  const int32_t *at_, *end_;
};

// A copy for spiderpos_free; null if there's no memory for it.
inline int64_t* give(const std::vector<int64_t>& words) {
  int64_t* buffer = static_cast<int64_t*>(std::malloc(words.size() * sizeof(int64_t)));
  if (buffer) std::memcpy(buffer, words.data(), words.size() * sizeof(int64_t));
  return buffer;
}

}  // namespace spiderpos
