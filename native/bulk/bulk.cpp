// Many texts at once (spiderpos/formats/bulk.py).  Only a text just as it is written here is
// taken.  All others, and those whose cards make no position, are left to Python, which says what
// is wrong with them.
#include "scripts.hpp"

// Tells `told` what is read of each text, which ends with a zero: its parts, or nothing, and END.
// A text is a position, or (`games`) a position in a line and a script.  If there's no memory for
// that, nothing is told.
EXPORTED void spiderpos_read_many(const char* texts, int64_t length, int32_t games,
                                  void (*told)(const char*, int64_t)) {
  string answer;
  try {
    for (const char *at = texts, *end = texts + length; at < end; at++) {
      const char* stop = static_cast<const char*>(std::memchr(at, 0, end - at));
      if (!stop) break;
      string text;
      text.assign(at, stop - (stop > at && stop[-1] == '\n'));
      const bool plain = std::all_of(text.begin(), text.end(), [](char c) { return c > 0 && c != '\r'; });
      try {
        if (plain && !text.empty() && (games || text.size() < LONGEST))
          answer += games ? replayed(text) : read_one(text);
      } catch (const Unreadable&) {
      }
      answer += END;
      at = stop;
    }
  } catch (const std::exception&) {
    return;
  }
  told(answer.data(), (int64_t)answer.size());
}
