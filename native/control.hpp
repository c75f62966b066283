// What a search may use up, and who may stop it.
#pragma once
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace spiderpos {

enum class Stop { TIME = 1, MEMORY = 2, CANCELLED = 3 };

// Thrown from inside a search; whoever began it decides what that means.
struct Stopped {
  Stop why;
};

#if defined(__EMSCRIPTEN__)
// The page has the clock.
extern "C" double spiderpos_now();
inline double now() {
  return spiderpos_now();
}
#else
inline double now() {
  using clock = std::chrono::steady_clock;
  return std::chrono::duration<double>(clock::now().time_since_epoch()).count();
}
#endif

// Called with (rounds, classes, steps, seconds, bytes); anything but 0 stops the search.
using Report = int (*)(int64_t, int64_t, int64_t, double, int64_t);

class Control {
 public:
  double started = now();
  double deadline;    // by `now`
  std::size_t limit;  // bytes that tables may take, all together
  std::size_t used = 0;
  std::size_t most = 0;
  int64_t rounds = 0, classes = 0, steps = 0;  // for reports and the final account

  Control(double seconds, std::size_t bytes, Report report)
      : deadline(started + seconds), limit(bytes), report_(report) {}
  Control(const Control&) = delete;
  Control& operator=(const Control&) = delete;

  // To be called often; looks at the clock now and then.
  void poll() {
    if (++polls_ & 63) return;
    const double time = now();
    if (time > next_report_) {
      next_report_ = time + 0.1;
      if (report_ && report_(rounds, classes, steps, time - started, (int64_t)used))
        throw Stopped{Stop::CANCELLED};
    }
    if (time > deadline) throw Stopped{Stop::TIME};
  }

  void take(std::size_t bytes) {
    if (used + bytes > limit) throw Stopped{Stop::MEMORY};
    used += bytes;
    if (used > most) most = used;
  }
  void give(std::size_t bytes) { used -= bytes; }

 private:
  Report report_;
  double next_report_ = 0;
  unsigned polls_ = 0;
};

}  // namespace spiderpos
