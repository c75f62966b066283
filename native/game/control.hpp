// The limits of a search: time, work and memory.
#pragma once
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace spiderpos {

// The reason why a search is undecided: a limit; a path that could be neither played nor refuted; too many moves in a
// position.
enum Reason { NO_REASON, TIME, MEMORY, CANCELLED, PATH, TOO_MANY };

// Thrown by a search at a limit.  The caller may still use a part of its result.
struct Stopped {
  Reason why;
};

#if defined(__EMSCRIPTEN__)
// WebAssembly has no clock; the page provides it: seconds since any fixed time.
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

// Units of work per second, about what a machine of 2020 does.
const double WORK_PER_SECOND = 1e6;
// A search limited by the clock divides this many seconds of work among its parts for each second of the clock, since
// a fast machine does more work in a second.  On a slow one the clock stops it earlier.
const double WORK_OF_A_CLOCK = 2;

// Called with (rounds, classes, steps, seconds, bytes).  A result other than 0 stops the search.
using Report = int (*)(int64_t, int64_t, int64_t, double, int64_t);

// Counts the time, work and memory that a search uses, and throws Stopped at a limit.  One object serves all parts of
// a search.
class Control {
 public:
  double started = now();
  double deadline;    // in seconds of time()
  std::size_t limit;  // bytes for all tables together
  std::size_t used = 0;
  std::size_t most = 0;                        // the maximum of `used`
  int64_t rounds = 0, classes = 0, steps = 0;  // for reports and the answer
  int64_t work = 0;

  // The search ends after this number of seconds, or after `most_work` units of work (negative: no limit) if that is
  // earlier.  It divides its effort by work, not by time, so until it ends it does the same on every machine, however
  // busy.
  Control(double seconds, std::size_t bytes, Report report, int64_t most_work = -1)
      : deadline(most_work < 0 ? HUGE_VAL : (double)most_work / WORK_PER_SECOND),
        limit(bytes),
        seconds_(seconds),
        report_(report) {}
  Control(const Control&) = delete;
  Control& operator=(const Control&) = delete;

  // The work done, in seconds.
  double time() const { return (double)work / WORK_PER_SECOND; }
  // The work to divide among the parts of the search, in seconds.
  double whole() const { return std::min(deadline, WORK_OF_A_CLOCK * seconds_); }

  // Must be called often, with the work done since the last call.  Looks at the clock only every 64th time.
  void poll(int done = 1) {
    work += done;
    if (time() > deadline) throw Stopped{TIME};
    if (++polls_ & 63) return;
    const double spent = now() - started;
    if (spent > next_report_) {
      next_report_ = spent + 0.1;
      if (report_ && report_(rounds, classes, steps, spent, (int64_t)used))
        throw Stopped{CANCELLED};
    }
    if (spent > seconds_) throw Stopped{TIME};
  }

  void take(std::size_t bytes) {
    if (used + bytes > limit) throw Stopped{MEMORY};
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

// The memory that a part of a search has taken from the control; it is given back with this object.
class Memory {
 public:
  explicit Memory(Control& control) : control_(control) {}
  ~Memory() { control_.give(taken_); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  void take(std::size_t bytes) {
    control_.take(bytes);
    taken_ += bytes;
  }
  void give(std::size_t bytes) {
    control_.give(bytes);
    taken_ -= bytes;
  }
  // Take or give, so that this is the number of bytes taken.
  void set(std::size_t bytes) {
    if (bytes > taken_)
      take(bytes - taken_);
    else
      give(taken_ - bytes);
  }

 private:
  Control& control_;
  std::size_t taken_ = 0;
};

}  // namespace spiderpos
