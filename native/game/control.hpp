// The limits of a search, and ways to stop it.
#pragma once
#include <algorithm>
#include <chrono>
#include <cmath>
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

// The work that counts as a second: about what a machine of 2020 does in one.
const double WORK_PER_SECOND = 1e6;
// What a search limited by the clock takes for its time when it shares it out: faster machines do
// so much more, and what is shared out isn't lost.
const double WORK_OF_A_CLOCK = 2;

// Called with (rounds, classes, steps, seconds, bytes); anything but 0 stops the search.
using Report = int (*)(int64_t, int64_t, int64_t, double, int64_t);

class Control {
 public:
  double started = now();
  double deadline;    // by `time`
  std::size_t limit;  // bytes that tables may take, all together
  std::size_t used = 0;
  std::size_t most = 0;
  int64_t rounds = 0, classes = 0, steps = 0;  // for reports and the final account
  int64_t work = 0;

  // The search is over after so many seconds, or, if `most_work` isn't negative, when it has done
  // so much.  What it shares out it shares out by work: until it is over it does the same on every
  // machine, however busy that is.
  Control(double seconds, std::size_t bytes, Report report, int64_t most_work = -1)
      : deadline(most_work < 0 ? HUGE_VAL : (double)most_work / WORK_PER_SECOND),
        limit(bytes),
        seconds_(seconds),
        report_(report) {}
  Control(const Control&) = delete;
  Control& operator=(const Control&) = delete;

  // Seconds since the beginning, by the work.
  double time() const { return (double)work / WORK_PER_SECOND; }
  bool over() const { return time() > deadline || now() - started > seconds_; }
  // The amount to share out, in such seconds.
  double whole() const { return std::min(deadline, WORK_OF_A_CLOCK * seconds_); }

  // To be called often, with the work done since; looks at the clock now and then.
  void poll(int done = 1) {
    work += done;
    if (time() > deadline) throw Stopped{Stop::TIME};
    if (++polls_ & 63) return;
    const double spent = now() - started;
    if (spent > next_report_) {
      next_report_ = spent + 0.1;
      if (report_ && report_(rounds, classes, steps, spent, (int64_t)used))
        throw Stopped{Stop::CANCELLED};
    }
    if (spent > seconds_) throw Stopped{Stop::TIME};
  }

  void take(std::size_t bytes) {
    if (used + bytes > limit) throw Stopped{Stop::MEMORY};
    used += bytes;
    if (used > most) most = used;
  }
  void give(std::size_t bytes) { used -= bytes; }

 private:
  double seconds_;
  Report report_;
  double next_report_ = 0;
  unsigned polls_ = 0;
};

}  // namespace spiderpos
